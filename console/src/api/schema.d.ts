// Made by `npm run api:types`. Do not edit.

export interface paths {
    "/admin/v1/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["lookSetUp"];
        put?: never;
        post: operations["beginSetUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["meSession"];
        put?: never;
        post: operations["startSession"];
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/session/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["completeWithCodeSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/session/step-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["stepUpSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/password/forgot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["forgotRecovery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/password/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["resetRecovery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/email/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["verifyRecovery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/oidc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["lookOidc"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/oidc/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["testOidc"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["renameAccount"];
        trace?: never;
    };
    "/admin/v1/account/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["changePasswordAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/account/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSessionsAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/account/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["endSessionAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/account/email/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["resendAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/account/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["beginTotpAccount"];
        delete: operations["removeTotpAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/account/totp/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["confirmTotpAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/account/totp/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["renewCodesAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/members/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readMembers"];
        put?: never;
        post?: never;
        delete: operations["removeMembers"];
        options?: never;
        head?: never;
        patch: operations["updateMembers"];
        trace?: never;
    };
    "/admin/v1/members/{id}/reset-totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["resetTotpMembers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/members/{id}/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["signOutMembers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/members/{id}/verify-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["verifyEmailMembers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/invites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listInvites"];
        put?: never;
        post: operations["inviteInvites"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/invites/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["revokeInvites"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/invites/look": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["lookInvites"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/invites/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["acceptInvites"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listTokens"];
        put?: never;
        post: operations["createTokens"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/tokens/{id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["revokeTokens"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/security": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readSecurity"];
        put: operations["writeSecurity"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/mailbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listMailbox"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/workloads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listWorkloads"];
        put?: never;
        post: operations["createWorkloads"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/workloads/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readWorkloads"];
        put?: never;
        post?: never;
        delete: operations["removeWorkloads"];
        options?: never;
        head?: never;
        patch: operations["updateWorkloads"];
        trace?: never;
    };
    "/admin/v1/workloads/{id}/effective": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["effectiveWorkloads"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/workloads/{id}/clone": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["cloneWorkloads"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organisation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readOrganisation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateOrganisation"];
        trace?: never;
    };
    "/admin/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listKeys"];
        put?: never;
        post: operations["createKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateKeys"];
        trace?: never;
    };
    "/admin/v1/keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rotateKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/keys/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rotateManyKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/keys/{id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["revokeKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listProviders"];
        put?: never;
        post: operations["createProviders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/providers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readProviders"];
        put?: never;
        post?: never;
        delete: operations["removeProviders"];
        options?: never;
        head?: never;
        patch: operations["updateProviders"];
        trace?: never;
    };
    "/admin/v1/providers/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["tryOutProviders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/provider-families": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listFamilies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/tool-servers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listToolServers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/tool-servers/{id}/tools": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["toolsToolServers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/tool-servers/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["approveToolServers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/aliases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAliases"];
        put?: never;
        post: operations["createAliases"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/aliases/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readAliases"];
        put?: never;
        post?: never;
        delete: operations["removeAliases"];
        options?: never;
        head?: never;
        patch: operations["updateAliases"];
        trace?: never;
    };
    "/admin/v1/route/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["explainRouting"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/auto/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["replayAuto"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/residency/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["previewResidency"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/dlp/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["testProtection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/dlp/findings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["findingsProtection"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCatalogue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/prices/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["historyCatalogue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/prices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["pricesCatalogue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/prices/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["diffCatalogue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/credit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readCredit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/credit/entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["entriesCredit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/credit/adjust": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["adjustCredit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/knowledge/stores": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listKnowledgeStores"];
        put?: never;
        post: operations["createKnowledgeStores"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/knowledge/stores/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readKnowledgeStores"];
        put?: never;
        post?: never;
        delete: operations["removeKnowledgeStores"];
        options?: never;
        head?: never;
        patch: operations["changeKnowledgeStores"];
        trace?: never;
    };
    "/admin/v1/knowledge/stores/{id}/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listDocumentsKnowledgeStores"];
        put?: never;
        post: operations["uploadKnowledgeStores"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/knowledge/stores/{id}/documents/{document}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readDocumentKnowledgeStores"];
        put?: never;
        post?: never;
        delete: operations["removeDocumentKnowledgeStores"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/knowledge/stores/{id}/documents/{document}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["retryKnowledgeStores"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/knowledge/stores/{id}/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["tryKnowledgeStores"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/config/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["exportConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/config/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["planConfig"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/config/apply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["applyConfig"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/usage/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["exportUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readLimits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/audit/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["verifyAuditJobs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/audit/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["exportAuditJobs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/audit/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAuditJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/audit/jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readAuditJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/audit/jobs/{id}/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["downloadAuditJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/audit/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/audit/{id}/proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["proofAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/audit/{id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readContentAudit"];
        put?: never;
        post?: never;
        delete: operations["eraseContentAudit"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readAdminHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/endpoints/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["pauseOperating"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/endpoints/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["resumeOperating"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/breakers/{provider}/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["resetOperating"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/deliveries/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["retryOperating"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/activity/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["exportActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/system": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readSystem"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/playground/chat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["chatPlayground"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/playground/decide": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["decidePlayground"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/playground/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["modelsPlayground"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/playground/calls/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readPlayground"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/anonymizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAnonymizations"];
        put?: never;
        post: operations["createAnonymizations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/anonymizations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readAnonymizations"];
        put?: never;
        post?: never;
        delete: operations["removeAnonymizations"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/anonymizations/{id}/mapping": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["mappingAnonymizations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/anonymizations/{id}/result": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["resultAnonymizations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/anonymizations/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["cancelAnonymizations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/cache": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readCache"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/cache/purge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["purgeCache"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["openEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        SetUpView: {
            needed: boolean;
        };
        SetUpDto: {
            token: string;
            organisation_name?: string;
            name: string;
            /** Format: email */
            email: string;
            password: string;
        };
        SignedInView: {
            code_needed: boolean;
        };
        SessionView: {
            /** @enum {string} */
            kind: "member" | "token";
            id: string;
            name: string;
            /** @enum {string} */
            role: "owner" | "admin" | "member" | "auditor";
            email: string | null;
            email_verified: boolean;
            totp: boolean;
            totp_needed: boolean;
            stepped_up: boolean;
            mail_server: boolean;
            organisation_id: string;
            organisation_name: string;
        };
        SignInDto: {
            email: string;
            password: string;
        };
        CodeDto: {
            code: string;
        };
        StepUpDto: {
            password?: string;
            code?: string;
        };
        AddressDto: {
            email: string;
        };
        NewPasswordDto: {
            password: string;
            token: string;
        };
        VerifyDto: {
            token?: string;
            code?: string;
        };
        OidcView: {
            enabled: boolean;
        };
        OidcTestView: {
            url: string;
        };
        MemberView: {
            id: string;
            name: string;
            email: string;
            /** @enum {string} */
            role: "owner" | "admin" | "member" | "auditor";
            /** @enum {string} */
            status: "active" | "disabled";
            email_verified: boolean;
            totp: boolean;
            sso: boolean;
            created_at: string;
            last_seen_at: (string) | null;
            version: number;
        };
        AccountDto: {
            name: string;
        };
        PasswordChangeDto: {
            current: string;
            password: string;
        };
        OpenSessionView: {
            id: string;
            current: boolean;
            created_at: string;
            seen_at: string;
            ip: string | null;
            user_agent: string | null;
        };
        NewFactorView: {
            secret: string;
            uri: string;
        };
        RecoveryCodesView: {
            recovery_codes: string[];
        };
        MemberPatchDto: {
            name?: string;
            /** @enum {string} */
            role?: "owner" | "admin" | "member" | "auditor";
            /** @enum {string} */
            status?: "active" | "disabled";
        };
        InviteView: {
            id: string;
            email: string;
            /** @enum {string} */
            role: "owner" | "admin" | "member" | "auditor";
            invited_by: string | null;
            created_at: string;
            expires_at: string;
        };
        InviteDto: {
            /** Format: email */
            email: string;
            /** @enum {string} */
            role: "owner" | "admin" | "member" | "auditor";
        };
        TokenDto: {
            token: string;
        };
        AcceptDto: {
            name: string;
            password: string;
            token: string;
        };
        AdminTokenView: {
            id: string;
            name: string;
            /** @enum {string} */
            role: "admin" | "member" | "auditor";
            created_by: string | null;
            created_at: string;
            expires_at: (string) | null;
            last_used_at: (string) | null;
            revoked_at: (string) | null;
        };
        AdminTokenDto: {
            name: string;
            /** @enum {string} */
            role: "admin" | "member" | "auditor";
            /** Format: date-time */
            expires_at?: string;
        };
        NewTokenView: {
            token: string;
            id: string;
            name: string;
            /** @enum {string} */
            role: "admin" | "member" | "auditor";
            created_by: string | null;
            created_at: string;
            expires_at: (string) | null;
            last_used_at: (string) | null;
            revoked_at: (string) | null;
        };
        SecurityView: {
            /** @enum {string} */
            totp: "off" | "optional" | "required";
            domains: string[];
            oidc: components["schemas"]["OidcDto"] | null;
            redirect_uri: string;
            has_client_secret: boolean;
            version: number;
        };
        SecurityDto: {
            /** @enum {string} */
            totp: "off" | "optional" | "required";
            domains: string[];
            oidc?: components["schemas"]["OidcDto"];
        };
        MailView: {
            id: string;
            to: string;
            subject: string;
            text: string;
            created_at: string;
        };
        WorkloadView: {
            id: string;
            name: string;
            settings: components["schemas"]["WorkloadDto"];
            version: number;
            managed_by_file: boolean;
            owner_id: string | null;
            created_at: (string) | null;
        };
        EffectiveView: {
            workload_id: string;
            currency: string;
            money: components["schemas"]["EffectiveMoneyView"][];
            /** @enum {string|null} */
            binding: "budget" | "cap" | "allowance" | "credit" | null;
            settings: components["schemas"]["EffectiveSetting"][];
        };
        WorkloadDto: {
            name: string;
            rpm?: number;
            tpm?: number;
            budget?: components["schemas"]["BudgetDto"];
            allowed_models: string[];
            tools: string[];
            knowledge: string[];
            knowledge_tool: boolean;
            aliases: components["schemas"]["AliasDto"][];
            forward?: string[];
            upstream_timeout_seconds: number;
            /** @enum {string} */
            on_disconnect: "abort" | "drain";
            /** @enum {string} */
            on_exhausted: "finish" | "cut";
            /** @enum {string} */
            on_key_revoked: "finish" | "cut";
            protection: components["schemas"]["ProtectionOverrideDto"];
            residency: components["schemas"]["ResidencyOverrideDto"];
            scope: components["schemas"]["ScopeDto"];
            response_cache: components["schemas"]["ResponseCacheOverrideDto"];
            keys: components["schemas"]["KeyDto"][];
        };
        CloneDto: {
            name: string;
        };
        OrganisationView: {
            id: string;
            name: string;
            settings: components["schemas"]["OrganisationDto"];
            version: number;
            managed_by_file: boolean;
        };
        OrganisationDto: {
            name: string;
            currency: string;
            time_zone: string;
            cap?: components["schemas"]["AllowanceDto"];
            plan?: components["schemas"]["PlanDto"];
            credit?: components["schemas"]["CreditDto"];
            default_provider?: string;
            alerts?: components["schemas"]["AlertsDto"];
            protection: components["schemas"]["ProtectionDto"];
            explicit_prompt_cache: boolean;
            share_ids: boolean;
            response_cache: components["schemas"]["ResponseCacheDto"];
            content_retention_days: number;
            residency: components["schemas"]["ResidencyDto"];
            auto?: components["schemas"]["AutoDto"];
        };
        KeyView: {
            id: string;
            prefix: string;
            name: string;
            workload_id: string;
            workload_name: string;
            /** @enum {string} */
            env: "live" | "test";
            /** @enum {string} */
            status: "active" | "expired" | "revoked";
            created_at: string;
            created_by: string | null;
            expires_at: (string) | null;
            revoked_at: (string) | null;
            last_used_at: (string) | null;
            rotated_to: string | null;
            version: number;
            managed_by_file: boolean;
        };
        CreateKeyDto: {
            name: string;
            /** Format: uuid */
            workload_id: string;
            /** @enum {string} */
            env: "live" | "test";
            /** Format: date-time */
            expires_at?: string;
        };
        KeyWithSecretView: {
            secret: string;
            id: string;
            prefix: string;
            name: string;
            workload_id: string;
            workload_name: string;
            /** @enum {string} */
            env: "live" | "test";
            /** @enum {string} */
            status: "active" | "expired" | "revoked";
            created_at: string;
            created_by: string | null;
            expires_at: (string) | null;
            revoked_at: (string) | null;
            last_used_at: (string) | null;
            rotated_to: string | null;
            version: number;
            managed_by_file: boolean;
        };
        UpdateKeyDto: {
            name?: string;
            /** Format: date-time */
            expires_at?: string;
        };
        RotateKeyDto: {
            overlap_s: number;
            /** Format: date-time */
            expires_at?: string;
        };
        RotateKeysDto: {
            ids: string[];
            overlap_s: number;
            /** Format: date-time */
            expires_at?: string;
        };
        RotatedKeysView: {
            keys: components["schemas"]["KeyWithSecretView"][];
        };
        ProviderStateView: {
            place: components["schemas"]["PlaceView"] | null;
            last_used_at: (string) | null;
            last_test: components["schemas"]["LastTestView"] | null;
            id: string;
            name: string;
            settings: components["schemas"]["ProviderDto"];
            secret: components["schemas"]["SecretView"] | null;
            version: number;
            managed_by_file: boolean;
            created_at: (string) | null;
        };
        ProviderInput: {
            secret?: components["schemas"]["SecretInput"];
            name: string;
            family: string;
            enabled: boolean;
            base_url: string;
            api_version?: string;
            serves_responses?: boolean;
            region?: string;
            project?: string;
            token_url?: string;
            secret_header?: string;
            oauth?: components["schemas"]["OauthDto"];
            trusted?: boolean;
            /** @enum {string} */
            credential: "own" | "managed";
            /** @enum {string} */
            fallback: "none" | "managed";
            location: components["schemas"]["LocationDto"];
            deployment?: string;
            /** @example 12.50 */
            price_multiplier?: string;
            models: components["schemas"]["ModelDto"][];
        };
        ProviderView: {
            id: string;
            name: string;
            settings: components["schemas"]["ProviderDto"];
            secret: components["schemas"]["SecretView"] | null;
            version: number;
            managed_by_file: boolean;
            created_at: (string) | null;
        };
        ProviderTestView: {
            reachable: boolean;
            authenticated: boolean | null;
            status: number | null;
            latency_ms: number | null;
            models_seen: number | null;
            models: string[];
            models_missing: string[];
            fault: string | null;
            not_checked: ("reachability" | "authentication" | "models")[];
        };
        FamilyView: {
            family: string;
            base_url: string | null;
            needs_address: boolean;
            needs_region: boolean;
            needs_project: boolean;
            /** @enum {string} */
            secret: "api_key" | "aws" | "service_account";
            lists_models: boolean;
            operations: string[];
        };
        ToolServerView: {
            id: string;
            name: string;
            base_url: string;
            enabled: boolean;
            trusted: boolean;
            tools: string[];
            methods: ("resources/read" | "prompts/get" | "completion/complete")[];
        };
        ToolsView: {
            data: components["schemas"]["ToolView"][];
            offers: ("resources/read" | "prompts/get" | "completion/complete")[] | null;
        };
        ToolApprovalDto: {
            names: string[];
            digests?: string[];
            price?: unknown;
        };
        AliasUseView: {
            last_used_at: (string) | null;
            id: string;
            name: string;
            settings: components["schemas"]["AliasDto"];
            version: number;
            managed_by_file: boolean;
            created_at: (string) | null;
        };
        AliasDto: {
            name: string;
            targets: components["schemas"]["AliasTargetDto"][];
            fallbacks: string[];
        };
        AliasView: {
            id: string;
            name: string;
            settings: components["schemas"]["AliasDto"];
            version: number;
            managed_by_file: boolean;
            created_at: (string) | null;
        };
        ExplainDto: {
            /** Format: uuid */
            workload_id: string;
            model: string;
            /** @enum {string} */
            operation: "chat" | "complete" | "embed" | "draw" | "decide" | "forward";
            /** @enum {string} */
            format: "chat" | "messages" | "gemini" | "responses";
            stored: boolean;
            text?: string;
        };
        RouteView: {
            requested: string;
            alias: string | null;
            reason: string | null;
            policy: string | null;
            auto: components["schemas"]["AutoView"] | null;
            candidates: components["schemas"]["CandidateView"][];
            tried: string[];
            error: string | null;
        };
        AutoReplayDto: {
            auto: Record<string, never>;
            days: number;
        };
        AutoReplayView: {
            calls: number;
            priced: number;
            cost_before: string;
            cost_after: string;
            currency: string;
            demands: components["schemas"]["DemandMoveView"][];
            moves: components["schemas"]["ModelMoveView"][];
        };
        ResidencyPreviewDto: {
            residency: Record<string, never>;
            /** Format: uuid */
            workload_id?: string;
        };
        ResidencyPreviewView: {
            reachable_before: number;
            reachable_after: number;
            loosens: string[];
            changed: components["schemas"]["MovedModelView"][];
            providers: components["schemas"]["ProviderReachView"][];
            traffic: components["schemas"]["PreviewTrafficView"];
        };
        ProtectionTestDto: {
            text: string;
            /** Format: uuid */
            workload_id?: string;
            protection?: Record<string, never>;
        };
        ProtectionTestView: {
            /** @enum {string} */
            mode: "allow_log" | "mask" | "tokenize" | "block";
            findings: components["schemas"]["FindingView"][];
            unread: boolean;
            outputs: components["schemas"]["ProtectedView"][];
            took_ms: number;
        };
        FindingsView: {
            from: string;
            to: string;
            days: components["schemas"]["KindOfDayView"][];
            partial: boolean;
        };
        ModelView: {
            id: string;
            provider: string;
            listed: boolean;
            operations: string[];
            /** @enum {string|null} */
            thinking: "none" | "effort" | "budget" | "adaptive" | null;
            efforts: string[];
            context_tokens: number | null;
            max_output_tokens: number | null;
            sandbox: boolean;
            zone: string;
            countries: string[];
            guaranteed: boolean;
            /** @enum {string} */
            retention: "zero" | "30d" | "unknown";
            operator: string | null;
            /** @enum {string} */
            location_source: "catalogue" | "organisation" | "none";
            residency: string | null;
            reachable: boolean;
            unreachable_reason: string | null;
            currency: string;
            free: boolean;
            /** @enum {string|null} */
            price_source: "organisation" | "instance" | null;
            prices: components["schemas"]["UnitPriceView"][];
        };
        PriceHistoryView: {
            model: string;
            data: components["schemas"]["PricePointView"][];
        };
        PriceView: {
            model: string;
            /** @enum {string} */
            source: "organisation" | "instance";
            version: number;
            lines: components["schemas"]["PriceLineView"][];
        };
        PriceDiffDto: {
            list: string;
            names?: Record<string, never>;
        };
        PriceDiffView: {
            models: number;
            skipped: number;
            added_count: number;
            changed_count: number;
            added: components["schemas"]["PriceChangeView"][];
            changed: components["schemas"]["PriceChangeView"][];
        };
        CreditView: {
            currency: string;
            declared: string | null;
            booked: string;
            spent: string;
            held: string;
            left: string | null;
        };
        CreditEntryView: {
            id: string;
            /** @enum {string} */
            kind: "purchase" | "grant" | "expire" | "refund";
            amount: string;
            balance: string | null;
            reference: string | null;
            at: string;
            ends_at: (string) | null;
            ended_id: string | null;
        };
        AdjustDto: {
            /** @enum {string} */
            kind: "purchase" | "grant" | "expire" | "refund";
            amount: string;
            reference?: string;
            /** Format: date-time */
            ends_at?: string;
        };
        StoreView: {
            id: string;
            name: string;
            embedding_model: string;
            passage_tokens: number;
            overlap_tokens: number;
            /** @enum {string} */
            engine: "exact" | "pgvector";
            index: components["schemas"]["IndexView"] | null;
            documents: components["schemas"]["DocumentCounts"];
            passages: number;
            bytes: number;
            workloads: string[];
            version: number;
            created_at: string;
        };
        StoreDto: {
            name: string;
            embedding_model: string;
            passage_tokens?: number;
            overlap_tokens?: number;
            /** @enum {string} */
            engine?: "exact" | "pgvector";
        };
        StorePatchDto: {
            name?: string;
            /** @enum {string} */
            engine?: "exact" | "pgvector";
        };
        DocumentView: {
            id: string;
            filename: string;
            attributes: Record<string, never>;
            bytes: number;
            /** @enum {string} */
            status: "queued" | "in_progress" | "completed" | "failed";
            passages: number | null;
            embedded: number;
            error: components["schemas"]["DocumentError"] | null;
            /** Format: uuid */
            member_id: string;
            /** Format: uuid */
            workload_id: string;
            created_at: string;
            ended_at: string | null;
        };
        WantedPlanDto: {
            yaml: string;
            prune: boolean;
        };
        PlanView: {
            hash: string;
            changes: components["schemas"]["PlannedChangeView"][];
            unchanged: number;
        };
        ApplyDto: {
            hash: string;
            yaml: string;
            prune: boolean;
        };
        AppliedView: {
            created: number;
            updated: number;
            deleted: number;
        };
        OverviewView: {
            /** @enum {string} */
            range: "24h" | "7d" | "30d" | "90d";
            from: string;
            to: string;
            currency: string;
            /** @enum {string} */
            interval: "hour" | "day";
            total: components["schemas"]["OverviewSumsView"];
            previous: components["schemas"]["OverviewSumsView"];
            series: components["schemas"]["OverviewPointView"][];
            spend_by_provider: components["schemas"]["ProviderSpendView"][];
            limits: components["schemas"]["LimitUseView"][];
            newest: components["schemas"]["AuditRowView"][];
            notices: components["schemas"]["NoticeView"][];
        };
        UsageView: {
            from: string;
            to: string;
            /** @enum {string} */
            group_by: "workload" | "key" | "member" | "model" | "provider" | "jurisdiction" | "surface" | "outcome" | "day";
            /** @enum {string} */
            interval: "hour" | "day";
            currency: string;
            total: components["schemas"]["UsageSumsView"];
            previous: components["schemas"]["UsageSumsView"];
            groups: components["schemas"]["UsageGroupView"][];
            series: components["schemas"]["UsagePointView"][];
        };
        LimitsView: {
            currency: string;
            organisation: components["schemas"]["LimitUseView"][];
            workloads: components["schemas"]["BoundWorkloadView"][];
            has_more: boolean;
        };
        RangeDto: {
            from?: number;
            to?: number;
        };
        AuditJobView: {
            id: string;
            /** @enum {string} */
            kind: "verify" | "export";
            /** @enum {string} */
            status: "running" | "done" | "failed";
            rows_done: number;
            rows: number;
            verdict: components["schemas"]["VerdictView"] | null;
            size: number | null;
            vkey: string | null;
            error: string | null;
            created_by: string;
            created_at: string;
            ended_at: (string) | null;
        };
        AuditPageView: {
            data: components["schemas"]["AuditRowView"][];
            next_cursor: string | null;
            histogram: components["schemas"]["HistogramView"] | null;
        };
        AuditEntryView: {
            id: string;
            entry: Record<string, never> | null;
            entry_text: string;
            sealed: boolean;
            seq: number | null;
            covered_by: number | null;
            leaf_hash: string;
            previous: components["schemas"]["NeighbourView"] | null;
            next: components["schemas"]["NeighbourView"] | null;
            workload_name: string | null;
            key_name: string | null;
            member_name: string | null;
            steps: components["schemas"]["StepView"][];
            ledger: components["schemas"]["LedgerLineView"][];
            parent: string | null;
            children: components["schemas"]["RelatedCallView"][];
        };
        AuditContentView: {
            id: string;
            prompt: components["schemas"]["KeptTextView"] | null;
            answer: components["schemas"]["KeptTextView"] | null;
        };
        HealthView: {
            /** @enum {string} */
            sealer: "stopped" | "sealing" | "audit_rollback_detected";
            endpoints: components["schemas"]["EndpointHealthView"][];
            queues: components["schemas"]["QueueView"][];
            local_models: components["schemas"]["LocalModelView"][];
            replicas: components["schemas"]["ReplicaView"][];
        };
        EndpointDto: {
            provider: string;
            model?: string;
            reason: string;
        };
        PausedView: {
            paused: boolean;
        };
        ReasonDto: {
            reason: string;
        };
        RetriedView: {
            retried: number;
        };
        ActivityView: {
            id: string;
            at: string;
            type: string;
            action: string | null;
            target: string | null;
            actor_kind: string | null;
            actor_id: string | null;
            actor_name: string | null;
            outcome: string;
            workload_id: string | null;
            ip: string | null;
            changes: unknown[];
        };
        SystemView: {
            version: string;
            runtime: string;
            database: string;
            migrations: string[];
            features: Record<string, never>;
            config: Record<string, never>;
        };
        PlaygroundModelView: {
            id: string;
            alias: boolean;
            sandbox: boolean;
            context_tokens: number | null;
            max_output_tokens: number | null;
            takes: ("chat" | "decide")[];
        };
        PlaygroundCallView: {
            id: string;
            outcome: string;
            cost: string | null;
            currency: string | null;
            model_served: string | null;
            tokens_in: number | null;
            tokens_out: number | null;
            latency_ms: number | null;
            ttft_ms: number | null;
            gateway_ms: number | null;
            route_reason: string | null;
            provider: string | null;
            jurisdiction: string | null;
            attempts: number;
            protection: string | null;
            findings: Record<string, never>;
        };
        AnonymizationView: {
            id: string;
            /** @enum {string} */
            object: "document.anonymization.job";
            /** @enum {string} */
            status: "queued" | "in_progress" | "cancelling" | "completed" | "failed" | "cancelled" | "expired";
            created_at: number;
            started_at: number | null;
            completed_at: number | null;
            expires_at: number | null;
            file: components["schemas"]["SentDocument"];
            progress: components["schemas"]["AnonymizationProgress"];
            result: components["schemas"]["AnonymizationResult"] | null;
            error: components["schemas"]["AnonymizationError"] | null;
            usage_info: components["schemas"]["AnonymizationUsage"] | null;
            /** Format: uuid */
            workload_id: string;
            /** Format: uuid */
            member_id: string | null;
        };
        AnonymizationMappingView: {
            id: string;
            mapping: components["schemas"]["MappedTag"][];
        };
        CacheView: {
            in_force: boolean;
            /** @enum {string} */
            kept_in: "postgres" | "redis";
            entries: number;
            bytes: number;
            answered: number;
            hits: number;
            saved: string;
            currency: string;
            days: components["schemas"]["CacheDayView"][];
        };
        PurgedView: {
            purged: number;
        };
        KindRuleDto: {
            name: string;
            enabled?: boolean;
            /** @enum {string} */
            action?: "log" | "mask" | "tokenize" | "block";
            min_score?: number;
        };
        UnscannableDto: {
            /** @enum {string} */
            images: "mark" | "refuse";
            /** @enum {string} */
            audio: "mark" | "refuse";
            /** @enum {string} */
            uploads: "mark" | "refuse";
            /** @enum {string} */
            documents: "mark" | "refuse";
        };
        OwnTermDto: {
            term: string;
            kind: string;
        };
        OwnPatternDto: {
            name: string;
            pattern: string;
            score: number;
            words: string[];
            /** @enum {string} */
            check: "none" | "luhn" | "mod97";
        };
        ProtectionDto: {
            /** @enum {string} */
            mode: "allow_log" | "mask" | "tokenize" | "block";
            /** @enum {string} */
            sensitivity: "strict" | "standard" | "lenient";
            kinds: components["schemas"]["KindRuleDto"][];
            terms: components["schemas"]["OwnTermDto"][];
            patterns: components["schemas"]["OwnPatternDto"][];
            allowed: string[];
            /** @enum {string} */
            answers: "off" | "mask" | "block";
            /** @enum {string} */
            injection: "off" | "flag" | "strip" | "block";
            restore_hosts: string[];
            /** @enum {string} */
            pseudonym_scope: "workload" | "conversation";
            observe: boolean;
            allow_weaker_overrides: boolean;
            unscannable: components["schemas"]["UnscannableDto"];
            documents: boolean;
        };
        ProtectionExceptionDto: {
            kinds: string[];
            reason: string;
            /** Format: date-time */
            until: string;
        };
        ProtectionOverrideDto: {
            /** @enum {string} */
            mode?: "allow_log" | "mask" | "tokenize" | "block";
            /** @enum {string} */
            sensitivity?: "strict" | "standard" | "lenient";
            kinds: components["schemas"]["KindRuleDto"][];
            /** @enum {string} */
            answers?: "off" | "mask" | "block";
            /** @enum {string} */
            injection?: "off" | "flag" | "strip" | "block";
            /** @enum {string} */
            pseudonym_scope?: "workload" | "conversation";
            observe?: boolean;
            exceptions: components["schemas"]["ProtectionExceptionDto"][];
        };
        HighDto: {
            reasoning: number;
            hard: number;
            expected: number;
        };
        LowDto: {
            reasoning: number;
            easy: number;
            expected: number;
        };
        RouteDto: {
            /** @enum {string} */
            name: "code" | "general" | "extract" | "document" | "chat" | "agent";
            low: string[];
            medium: string[];
            high: string[];
        };
        AutoDto: {
            /** @enum {string} */
            default_route: "code" | "general" | "extract" | "document" | "chat" | "agent";
            session_minutes: number;
            high: components["schemas"]["HighDto"];
            low: components["schemas"]["LowDto"];
            routes: components["schemas"]["RouteDto"][];
        };
        StorageDto: {
            zone: string;
            /** @enum {string} */
            retention: "zero" | "30d" | "unknown";
        };
        OperatorDto: {
            name: string;
            country: string;
            parent_country?: string;
        };
        LocationDto: {
            zone?: string;
            countries?: string[];
            guaranteed?: boolean;
            storage?: components["schemas"]["StorageDto"];
            operator?: components["schemas"]["OperatorDto"];
        };
        AdequateCountryDto: {
            country: string;
            from: string;
            until?: string;
            scope?: string;
            applies: boolean;
        };
        OperatorRuleDto: {
            in?: string[];
            not_in?: string[];
        };
        ResidencyDto: {
            /** @enum {string} */
            mode: "off" | "report" | "enforce";
            /** @enum {string} */
            preset: "eu" | "eea_ch" | "eu_adequate" | "sovereign_eu" | "local" | "anything";
            allow_zones?: string[];
            allow_countries: string[];
            deny_countries: string[];
            /** @enum {string} */
            adequacy?: "none" | "list";
            adequate_countries: components["schemas"]["AdequateCountryDto"][];
            operator?: components["schemas"]["OperatorRuleDto"];
            require_guaranteed?: boolean;
            /** @enum {string} */
            max_retention: "any" | "30d" | "zero";
            /** @enum {number} */
            block_status: 403 | 451;
            order: string[];
        };
        ResidencyExceptionDto: {
            models: string[];
            reason: string;
            /** Format: date-time */
            until: string;
        };
        ResidencyOverrideDto: {
            exceptions: components["schemas"]["ResidencyExceptionDto"][];
        };
        ScopeExceptionDto: {
            contains: string;
            reason: string;
            /** Format: date-time */
            until: string;
        };
        ScopeDto: {
            /** @enum {string} */
            mode: "off" | "flag" | "block";
            statement?: string;
            examples_in: string[];
            examples_out: string[];
            judge?: string;
            /** @enum {string} */
            uncertain: "allow" | "block";
            /** @enum {string} */
            unread: "refuse" | "mark";
            trusts_system: boolean;
            exceptions: components["schemas"]["ScopeExceptionDto"][];
        };
        SecretRef: {
            env?: string;
            file?: string;
            /** Format: uuid */
            stored?: string;
        };
        AllowanceDto: {
            /** @example 12.50 */
            amount: string;
            /** @enum {string} */
            period: "total" | "daily" | "monthly";
        };
        PlanDto: {
            name: string;
            free?: components["schemas"]["AllowanceDto"];
            /** Format: date-time */
            ends?: string;
        };
        WebhookDto: {
            name: string;
            url: string;
            secret: components["schemas"]["SecretRef"];
        };
        AlertsDto: {
            thresholds: number[];
            webhooks: components["schemas"]["WebhookDto"][];
            emails: string[];
        };
        CreditDto: {
            /** @example 12.50 */
            amount: string;
        };
        ResponseCacheDto: {
            enabled: boolean;
            ttl_seconds: number;
            shared: boolean;
        };
        ResponseCacheOverrideDto: {
            /** @enum {string} */
            mode: "inherit" | "off";
            ttl_seconds?: number;
        };
        AmountsDto: {
            /** @example 12.50 */
            input?: string;
            /** @example 12.50 */
            output?: string;
            /** @example 12.50 */
            cache_read?: string;
            /** @example 12.50 */
            cache_write_5m?: string;
            /** @example 12.50 */
            cache_write_1h?: string;
            /** @example 12.50 */
            reasoning?: string;
            /** @example 12.50 */
            audio_in?: string;
            /** @example 12.50 */
            audio_out?: string;
            /** @example 12.50 */
            image_in?: string;
            /** @example 12.50 */
            image?: string;
            /** @example 12.50 */
            second?: string;
            /** @example 12.50 */
            page?: string;
            /** @example 12.50 */
            call?: string;
            /** @example 12.50 */
            tool_call?: string;
        };
        TierPricesDto: {
            flex?: components["schemas"]["AmountsDto"];
            priority?: components["schemas"]["AmountsDto"];
            scale?: components["schemas"]["AmountsDto"];
            fast?: components["schemas"]["AmountsDto"];
            batch?: components["schemas"]["AmountsDto"];
        };
        PriceDto: {
            currency: string;
            /** @enum {integer} */
            per: 1 | 1000 | 1000000;
            tiers?: components["schemas"]["TierPricesDto"];
            /** @example 12.50 */
            input?: string;
            /** @example 12.50 */
            output?: string;
            /** @example 12.50 */
            cache_read?: string;
            /** @example 12.50 */
            cache_write_5m?: string;
            /** @example 12.50 */
            cache_write_1h?: string;
            /** @example 12.50 */
            reasoning?: string;
            /** @example 12.50 */
            audio_in?: string;
            /** @example 12.50 */
            audio_out?: string;
            /** @example 12.50 */
            image_in?: string;
            /** @example 12.50 */
            image?: string;
            /** @example 12.50 */
            second?: string;
            /** @example 12.50 */
            page?: string;
            /** @example 12.50 */
            call?: string;
            /** @example 12.50 */
            tool_call?: string;
        };
        ToolDto: {
            title?: string;
            description: string;
            input_schema: Record<string, never>;
            output_schema?: Record<string, never>;
            annotations?: Record<string, never>;
        };
        ModelDto: {
            id: string;
            price?: components["schemas"]["PriceDto"];
            context_tokens?: number;
            max_output_tokens?: number;
            supports?: ("images" | "files" | "audio" | "tools" | "json")[];
            tool?: components["schemas"]["ToolDto"];
        };
        OauthDto: {
            client_id: string;
            scope?: string;
            resource?: string;
            audience?: string;
            /** @enum {string} */
            sent_by: "basic" | "post";
        };
        ProviderDto: {
            name: string;
            family: string;
            enabled: boolean;
            base_url: string;
            api_version?: string;
            serves_responses?: boolean;
            region?: string;
            project?: string;
            token_url?: string;
            secret?: components["schemas"]["SecretRef"];
            secret_header?: string;
            oauth?: components["schemas"]["OauthDto"];
            trusted?: boolean;
            /** @enum {string} */
            credential: "own" | "managed";
            /** @enum {string} */
            fallback: "none" | "managed";
            location: components["schemas"]["LocationDto"];
            deployment?: string;
            /** @example 12.50 */
            price_multiplier?: string;
            models: components["schemas"]["ModelDto"][];
        };
        AliasTargetDto: {
            model: string;
            weight: number;
        };
        BudgetOverrideDto: {
            /** @example 12.50 */
            amount: string;
            /** Format: date-time */
            until: string;
        };
        BudgetDto: {
            override?: components["schemas"]["BudgetOverrideDto"];
            /** @enum {string} */
            mode: "adaptive" | "strict";
            /** @example 12.50 */
            amount: string;
            /** @enum {string} */
            period: "total" | "daily" | "monthly";
        };
        KeyDto: {
            name: string;
            secret: components["schemas"]["SecretRef"];
        };
        OidcDto: {
            /** Format: url */
            issuer: string;
            client_id: string;
            client_secret?: string;
            /** @enum {string} */
            new_members?: "admin" | "member" | "auditor";
            group_claim?: string;
            roles?: Record<string, never>;
            required: boolean;
        };
        CountedKind: {
            type: string;
            count: number;
        };
        SentDocument: {
            filename?: string;
            bytes: number;
            mime_type: string;
        };
        AnonymizationProgress: {
            /** @enum {string} */
            stage: "queued" | "opening" | "detecting" | "writing" | "verifying" | "done";
            pages_done: number;
            pages_total: number;
        };
        AnonymizationResult: {
            url: string;
            url_expires_at: number;
            filename: string;
            bytes: number;
            sha256: string;
            mime_type: string;
            entities: components["schemas"]["CountedKind"][];
            warnings: string[];
        };
        AnonymizationError: {
            code: string;
            message: string;
        };
        AnonymizationUsage: {
            pages_processed: number;
            images_processed: number;
            doc_size_bytes: number;
        };
        MappedTag: {
            tag: string;
            type: string;
            value: string;
        };
        AuditRowView: {
            id: string;
            at: string;
            type: string;
            seq: number | null;
            workload_id: string | null;
            workload_name: string | null;
            key_id: string | null;
            key_name: string | null;
            member_id: string | null;
            surface: string | null;
            stream: boolean | null;
            model_requested: string | null;
            model_served: string | null;
            provider: string | null;
            region: string | null;
            jurisdiction: string | null;
            outcome: string;
            status: number | null;
            refusal_code: string | null;
            refusal_stage: string | null;
            protection: string | null;
            findings: Record<string, never>;
            injections: string[];
            cache_hit: string | null;
            tokens_in: number | null;
            tokens_out: number | null;
            cost: string | null;
            currency: string | null;
            ttft_ms: number | null;
            latency_ms: number | null;
            times: number | null;
        };
        BucketView: {
            at: string;
            calls: number;
            refused: number;
            failed: number;
        };
        HistogramView: {
            from: string;
            to: string;
            seconds: number;
            partial: boolean;
            buckets: components["schemas"]["BucketView"][];
        };
        NeighbourView: {
            seq: number;
            id: string;
        };
        LedgerLineView: {
            id: string;
            /** @enum {string} */
            kind: "settle" | "void" | "adjust";
            amount: string;
            counters: string[];
            price_version: number | null;
            at: string;
        };
        RelatedCallView: {
            id: string;
            type: string;
            purpose: string | null;
            outcome: string | null;
        };
        StepView: {
            /** @enum {string} */
            step: "gateway" | "inspect" | "route" | "scope" | "seal" | "meter" | "attempt";
            ms: number;
            provider: string | null;
            status: number | null;
            error: string | null;
        };
        KeptTextView: {
            text: string | null;
            cut: boolean;
        };
        VerdictView: {
            intact: boolean;
            rows: number;
            first_seq: number;
            end_seq: number;
            pruned: number;
            checkpoints: number;
            first_broken_seq: number | null;
            fault: string | null;
            head_hash: string | null;
            checkpoint: string | null;
        };
        CacheDayView: {
            at: string;
            answered: number;
            hits: number;
            saved: string;
        };
        PauseView: {
            of_provider: boolean;
            reason: string;
            at: string;
            by: string | null;
        };
        EndpointHealthView: {
            provider: string;
            model: string;
            /** @enum {string} */
            breaker: "closed" | "open" | "half_open";
            retry_in_seconds: number;
            requests: number;
            error_rate: number | null;
            latency_p95_ms: number | null;
            last_success_at: (string) | null;
            pause: components["schemas"]["PauseView"] | null;
        };
        LocalModelView: {
            /** @enum {string} */
            model: "names" | "gw/typed" | "gw/typed/router";
            /** @enum {string} */
            state: "ready" | "verifying" | "down" | "failed" | "off";
            fault: string | null;
            ready: number;
            processes_max: number;
            busy: number;
            waiting: number;
            fingerprint: string;
        };
        QueueView: {
            /** @enum {string} */
            queue: "sealing" | "set_aside" | "background_answers" | "deliveries" | "audit_jobs";
            waiting: number;
            active: number;
            failed: number;
            oldest_at: (string) | null;
        };
        ReplicaView: {
            id: string;
            /** @enum {boolean} */
            answers: true | false;
            version: string | null;
            started_at: (string) | null;
            seen_at: string;
            open_calls: number;
        };
        OverviewSumsView: {
            requests: number;
            refused: number;
            failed: number;
            tokens: number;
            cost: string;
            protected: number;
            ttft_p95_ms: number | null;
        };
        OverviewPointView: {
            at: string;
            cost: string;
            requests: number;
            protected: number;
            refused: number;
            ttft_p95_ms: number | null;
        };
        ProviderSpendView: {
            at: string;
            provider: string | null;
            cost: string;
        };
        LimitUseView: {
            /** @enum {string} */
            limit: "budget" | "cap" | "credit" | "allowance";
            workload_id: string | null;
            workload_name: string | null;
            amount: string;
            spent: string;
            held: string;
            share: number;
            /** @enum {string} */
            period: "total" | "daily" | "monthly";
            renews_at: (string) | null;
        };
        NoticeView: {
            /** @enum {string} */
            notice: "breaker_open" | "log_broken" | "log_not_verified" | "rows_set_aside" | "limit_near" | "key_expiring";
            /** @enum {string} */
            level: "warning" | "error";
            about: Record<string, never>;
        };
        BoundWorkloadView: {
            workload_id: string;
            workload_name: string;
            /** @enum {string|null} */
            binding: "budget" | "cap" | "credit" | "allowance" | null;
            left: string | null;
            share: number | null;
            budget: components["schemas"]["LimitUseView"] | null;
        };
        UsageSumsView: {
            requests: number;
            refused: number;
            failed: number;
            tokens_in: number;
            tokens_out: number;
            cache_read: number;
            cache_write: number;
            pages: number;
            cost: string;
            protected: number;
            latency_p50_ms: number | null;
            latency_p95_ms: number | null;
        };
        UsageGroupView: {
            group: string;
            name: string | null;
            requests: number;
            refused: number;
            failed: number;
            tokens_in: number;
            tokens_out: number;
            cache_read: number;
            cache_write: number;
            pages: number;
            cost: string;
            protected: number;
            latency_p50_ms: number | null;
            latency_p95_ms: number | null;
        };
        UsagePointView: {
            at: string;
            group: string | null;
            requests: number;
            refused: number;
            tokens: number;
            cost: string;
        };
        DemandMoveView: {
            /** @enum {string} */
            before: "low" | "medium" | "high";
            /** @enum {string} */
            after: "low" | "medium" | "high";
            calls: number;
        };
        ModelMoveView: {
            before: string;
            after: string;
            calls: number;
        };
        UnitPriceView: {
            unit: string;
            per_million: string;
        };
        PriceLineView: {
            tier: string;
            above_tokens: number;
            currency: string;
            unit: string;
            per_million: string;
        };
        PricePointView: {
            at: string;
            version: number;
            /** @enum {string} */
            source: "organisation" | "instance";
            lines: components["schemas"]["PriceLineView"][];
        };
        PriceChangeView: {
            text: string;
            remarkable: boolean;
        };
        PlannedFieldView: {
            path: string;
            from: string;
            to: string;
        };
        PlannedChangeView: {
            /** @enum {string} */
            kind: "organisation" | "exchange_rates" | "provider" | "alias" | "workload";
            name: string;
            /** @enum {string} */
            action: "create" | "update" | "delete";
            managed_by_file: boolean;
            loosens: string[];
            fields: components["schemas"]["PlannedFieldView"][];
        };
        IndexView: {
            /** @enum {string} */
            state: "ready" | "building" | "unavailable";
            reason: string | null;
        };
        DocumentCounts: {
            open: number;
            completed: number;
            failed: number;
        };
        DocumentError: {
            code: string;
            message: string;
        };
        KindOfDayView: {
            day: string;
            kind: string;
            calls: number;
        };
        FindingView: {
            kind: string;
            subtype: string | null;
            start: number;
            end: number;
            score: number;
            evidence: string;
            action: string;
        };
        ProtectedView: {
            /** @enum {string} */
            mode: "allow_log" | "mask" | "tokenize" | "block";
            text: string | null;
            refusal: string | null;
        };
        MovedModelView: {
            id: string;
            reachable_before: boolean;
            reachable_after: boolean;
            verdict: string | null;
        };
        ProviderReachView: {
            name: string;
            zones: string[];
            models: number;
            reachable_before: number;
            reachable_after: number;
            verdicts: string[];
        };
        AffectedCallsView: {
            /** Format: uuid */
            workload_id: string;
            workload: string;
            model: string;
            requests: number;
            /** @enum {string} */
            effect: "refused" | "reported" | "admitted";
            verdict: string | null;
            aliases: string[];
        };
        PreviewTrafficView: {
            from: string;
            to: string;
            requests: number;
            refused: number;
            reported: number;
            admitted: number;
            affected: components["schemas"]["AffectedCallsView"][];
        };
        AutoView: {
            route: string;
            /** @enum {string} */
            demand: "low" | "medium" | "high";
            why: string[];
        };
        FilterView: {
            name: string;
            passes: boolean;
        };
        CandidateView: {
            endpoint: string;
            zone: string;
            guaranteed: boolean;
            /** @enum {string} */
            credential: "own" | "managed";
            verdict: string;
            residency: string | null;
            exception: string | null;
            filters: components["schemas"]["FilterView"][];
        };
        LastTestView: {
            at: string;
            by: string | null;
            current: boolean;
            reachable: boolean;
            authenticated: boolean | null;
            status: number | null;
            latency_ms: number | null;
            models_seen: number | null;
            models: string[];
            models_missing: string[];
            fault: string | null;
            not_checked: ("reachability" | "authentication" | "models")[];
        };
        SecretInput: {
            value?: string;
            fingerprint?: string;
            env?: string;
        };
        SecretView: {
            env: string | null;
            file: string | null;
            last4: string | null;
            fingerprint: string | null;
        };
        PlaceView: {
            zone: string;
            countries: string[];
            guaranteed: boolean;
            /** @enum {string} */
            source: "catalogue" | "organisation" | "none";
        };
        ToolTextView: {
            title: string | null;
            description: string;
            input_schema: Record<string, never>;
            output_schema: Record<string, never> | null;
            annotations: Record<string, never> | null;
        };
        ToolInjectionView: {
            kind: string;
            /** @enum {string} */
            where: "title" | "description" | "input_schema" | "output_schema" | "annotations";
            offset: number;
            score: number;
        };
        ToolView: {
            name: string;
            /** @enum {string} */
            state: "approved" | "changed" | "new" | "gone";
            approved: components["schemas"]["ToolTextView"] | null;
            live: components["schemas"]["ToolTextView"] | null;
            digest: string | null;
            injection_findings: components["schemas"]["ToolInjectionView"][];
        };
        EffectiveSetting: {
            name: string;
            value?: string;
            /** @enum {string} */
            source: "workload" | "organisation" | "none";
        };
        EffectiveMoneyView: {
            /** @enum {string} */
            name: "budget" | "cap" | "allowance" | "credit";
            /** @enum {string} */
            source: "workload" | "organisation" | "none";
            amount: string;
            used: string;
            left: string;
            resets_at: (string) | null;
        };
        Problem: {
            type: string;
            title: string;
            status: number;
            detail: string;
            /** @enum {string} */
            code: "sign_in_needed" | "sign_in_failed" | "code_needed" | "code_wrong" | "csrf" | "permission_missing" | "step_up_needed" | "sso_needed" | "totp_needed" | "email_not_verified" | "set_up_token_invalid" | "not_found" | "method_unknown" | "set_up_done" | "name_taken" | "in_use" | "managed_by_file" | "conflict" | "version_changed" | "body_too_large" | "content_type_unsupported" | "invalid" | "idempotency_key_reused" | "version_missing" | "sign_in_limited" | "rate_limited" | "failed" | "unavailable" | "tool_server_unreachable";
            request_id: string;
            errors?: {
                path: string;
                message: string;
            }[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    lookSetUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SetUpView"];
                };
            };
        };
    };
    beginSetUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetUpDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedInView"];
                };
            };
        };
    };
    meSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionView"];
                };
            };
        };
    };
    startSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedInView"];
                };
            };
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    completeWithCodeSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CodeDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedInView"];
                };
            };
        };
    };
    stepUpSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StepUpDto"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    forgotRecovery: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddressDto"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    resetRecovery: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPasswordDto"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    verifyRecovery: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyDto"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    lookOidc: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OidcView"];
                };
            };
        };
    };
    testOidc: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OidcTestView"];
                };
            };
        };
    };
    readAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberView"];
                };
            };
        };
    };
    renameAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberView"];
                };
            };
        };
    };
    changePasswordAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordChangeDto"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listSessionsAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["OpenSessionView"][];
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    endSessionAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    resendAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    beginTotpAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewFactorView"];
                };
            };
        };
    };
    removeTotpAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    confirmTotpAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CodeDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodesView"];
                };
            };
        };
    };
    renewCodesAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodesView"];
                };
            };
        };
    };
    listMembers: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["MemberView"][];
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    readMembers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberView"];
                };
            };
        };
    };
    removeMembers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateMembers: {
        parameters: {
            query?: never;
            header: {
                /** @description The ETag of what is changed, as it was read: `"7"`. */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MemberPatchDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberView"];
                };
            };
        };
    };
    resetTotpMembers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    signOutMembers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    verifyEmailMembers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listInvites: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["InviteView"][];
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    inviteInvites: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InviteDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InviteView"];
                };
            };
        };
    };
    revokeInvites: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    lookInvites: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TokenDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InviteView"];
                };
            };
        };
    };
    acceptInvites: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcceptDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedInView"];
                };
            };
        };
    };
    listTokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminTokenView"][];
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    createTokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminTokenDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewTokenView"];
                };
            };
        };
    };
    revokeTokens: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readSecurity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecurityView"];
                };
            };
        };
    };
    writeSecurity: {
        parameters: {
            query?: never;
            header: {
                /** @description The ETag of what is changed, as it was read: `"7"`. */
                "If-Match": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecurityDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecurityView"];
                };
            };
        };
    };
    listMailbox: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["MailView"][];
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    listWorkloads: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WorkloadView"][];
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    createWorkloads: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkloadDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkloadView"];
                };
            };
        };
    };
    readWorkloads: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkloadView"];
                };
            };
        };
    };
    removeWorkloads: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateWorkloads: {
        parameters: {
            query?: never;
            header: {
                /** @description The ETag of what is changed, as it was read: `"7"`. */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkloadDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkloadView"];
                };
            };
        };
    };
    effectiveWorkloads: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EffectiveView"];
                };
            };
        };
    };
    cloneWorkloads: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CloneDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkloadView"];
                };
            };
        };
    };
    readOrganisation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganisationView"];
                };
            };
        };
    };
    updateOrganisation: {
        parameters: {
            query?: never;
            header: {
                /** @description The ETag of what is changed, as it was read: `"7"`. */
                "If-Match": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganisationDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganisationView"];
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query: {
                sort: "created_at" | "-created_at" | "expires_at" | "-expires_at" | "last_used_at" | "-last_used_at" | "name" | "-name";
                workload_id?: string;
                env?: "live" | "test";
                status?: "active" | "expired" | "revoked";
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["KeyView"][];
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    createKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateKeyDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyWithSecretView"];
                };
            };
        };
    };
    readKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyView"];
                };
            };
        };
    };
    updateKeys: {
        parameters: {
            query?: never;
            header: {
                /** @description The ETag of what is changed, as it was read: `"7"`. */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateKeyDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyView"];
                };
            };
        };
    };
    rotateKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RotateKeyDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyWithSecretView"];
                };
            };
        };
    };
    rotateManyKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RotateKeysDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotatedKeysView"];
                };
            };
        };
    };
    revokeKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyView"];
                };
            };
        };
    };
    listProviders: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ProviderStateView"][];
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    createProviders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProviderInput"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderView"];
                };
            };
        };
    };
    readProviders: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderStateView"];
                };
            };
        };
    };
    removeProviders: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateProviders: {
        parameters: {
            query?: never;
            header: {
                /** @description The ETag of what is changed, as it was read: `"7"`. */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProviderInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderView"];
                };
            };
        };
    };
    tryOutProviders: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderTestView"];
                };
            };
        };
    };
    listFamilies: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FamilyView"][];
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    listToolServers: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ToolServerView"][];
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    toolsToolServers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolsView"];
                };
            };
        };
    };
    approveToolServers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ToolApprovalDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderView"];
                };
            };
        };
    };
    listAliases: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AliasUseView"][];
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    createAliases: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AliasDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AliasView"];
                };
            };
        };
    };
    readAliases: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AliasUseView"];
                };
            };
        };
    };
    removeAliases: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateAliases: {
        parameters: {
            query?: never;
            header: {
                /** @description The ETag of what is changed, as it was read: `"7"`. */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AliasDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AliasView"];
                };
            };
        };
    };
    explainRouting: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExplainDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RouteView"];
                };
            };
        };
    };
    replayAuto: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AutoReplayDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AutoReplayView"];
                };
            };
        };
    };
    previewResidency: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResidencyPreviewDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResidencyPreviewView"];
                };
            };
        };
    };
    testProtection: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProtectionTestDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProtectionTestView"];
                };
            };
        };
    };
    findingsProtection: {
        parameters: {
            query: {
                days: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FindingsView"];
                };
            };
        };
    };
    listCatalogue: {
        parameters: {
            query?: {
                provider?: string;
                workload_id?: string;
                q?: string;
                zone?: string;
                reachable?: "true" | "false";
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ModelView"][];
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    historyCatalogue: {
        parameters: {
            query: {
                model: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PriceHistoryView"];
                };
            };
        };
    };
    pricesCatalogue: {
        parameters: {
            query?: {
                provider?: string;
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PriceView"][];
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    diffCatalogue: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PriceDiffDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PriceDiffView"];
                };
            };
        };
    };
    readCredit: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreditView"];
                };
            };
        };
    };
    entriesCredit: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CreditEntryView"][];
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    adjustCredit: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdjustDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreditView"];
                };
            };
        };
    };
    listKnowledgeStores: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["StoreView"][];
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    createKnowledgeStores: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StoreDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoreView"];
                };
            };
        };
    };
    readKnowledgeStores: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoreView"];
                };
            };
        };
    };
    removeKnowledgeStores: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone and nobody finds it any more. It was large: its texts and vectors are being deleted. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is gone, and nothing of it is left. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    changeKnowledgeStores: {
        parameters: {
            query?: never;
            header: {
                /** @description The ETag of what is changed, as it was read: `"7"`. */
                "If-Match": string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StorePatchDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoreView"];
                };
            };
        };
    };
    listDocumentsKnowledgeStores: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DocumentView"][];
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    uploadKnowledgeStores: {
        parameters: {
            query?: {
                workload?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** Format: binary */
                    file: string;
                    /** @description JSON: up to 16 texts, numbers, true or false. */
                    attributes?: string;
                };
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentView"];
                };
            };
        };
    };
    readDocumentKnowledgeStores: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                document: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentView"];
                };
            };
        };
    };
    removeDocumentKnowledgeStores: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                document: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone and nobody finds it any more. It was large: its texts and vectors are being deleted. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is gone, and nothing of it is left. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    retryKnowledgeStores: {
        parameters: {
            query?: {
                workload?: string;
            };
            header?: never;
            path: {
                document: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentView"];
                };
            };
        };
    };
    tryKnowledgeStores: {
        parameters: {
            query?: {
                workload?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
    exportConfig: {
        parameters: {
            query?: {
                format?: "yaml" | "json";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/yaml": string;
                };
            };
        };
    };
    planConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WantedPlanDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanView"];
                };
            };
        };
    };
    applyConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApplyDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppliedView"];
                };
            };
        };
    };
    readOverview: {
        parameters: {
            query: {
                range: "24h" | "7d" | "30d" | "90d";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OverviewView"];
                };
            };
        };
    };
    readUsage: {
        parameters: {
            query: {
                group_by: "workload" | "key" | "member" | "model" | "provider" | "jurisdiction" | "surface" | "outcome" | "day";
                from?: string;
                to?: string;
                interval?: "hour" | "day";
                workload?: string;
                key?: string;
                member?: string;
                model?: string;
                provider?: string;
                outcome?: "ok" | "refused" | "error" | "timeout" | "interrupted";
                refusal?: string;
                status?: number;
                surface?: string;
                cache_hit?: string;
                jurisdiction?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageView"];
                };
            };
        };
    };
    exportUsage: {
        parameters: {
            query: {
                format: "csv" | "json";
                workload?: string;
                key?: string;
                member?: string;
                model?: string;
                provider?: string;
                outcome?: "ok" | "refused" | "error" | "timeout" | "interrupted";
                refusal?: string;
                status?: number;
                surface?: string;
                cache_hit?: string;
                jurisdiction?: string;
                group_by: "workload" | "key" | "member" | "model" | "provider" | "jurisdiction" | "surface" | "outcome" | "day";
                from?: string;
                to?: string;
                interval?: "hour" | "day";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/json": string;
                };
            };
        };
    };
    readLimits: {
        parameters: {
            query?: {
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LimitsView"];
                };
            };
        };
    };
    verifyAuditJobs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RangeDto"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditJobView"];
                };
            };
        };
    };
    exportAuditJobs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RangeDto"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditJobView"];
                };
            };
        };
    };
    listAuditJobs: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AuditJobView"][];
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    readAuditJobs: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditJobView"];
                };
            };
        };
    };
    downloadAuditJobs: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/gzip": string;
                };
            };
        };
    };
    listAudit: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                from?: string;
                to?: string;
                kind?: string;
                injection?: "any" | "hidden_unicode" | "instruction_in_data" | "exfil_markdown" | "tool_redefinition" | "encoded_payload";
                text?: string;
                histogram?: boolean;
                workload?: string;
                key?: string;
                member?: string;
                model?: string;
                provider?: string;
                outcome?: "ok" | "refused" | "error" | "timeout" | "interrupted";
                refusal?: string;
                status?: number;
                surface?: string;
                cache_hit?: string;
                jurisdiction?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditPageView"];
                };
            };
        };
    };
    readAudit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEntryView"];
                };
            };
        };
    };
    proofAudit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    readContentAudit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditContentView"];
                };
            };
        };
    };
    eraseContentAudit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readAdminHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthView"];
                };
            };
        };
    };
    pauseOperating: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EndpointDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PausedView"];
                };
            };
        };
    };
    resumeOperating: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EndpointDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PausedView"];
                };
            };
        };
    };
    resetOperating: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                provider: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReasonDto"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    retryOperating: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReasonDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetriedView"];
                };
            };
        };
    };
    listActivity: {
        parameters: {
            query?: {
                from?: string;
                to?: string;
                action?: string;
                actor?: string;
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ActivityView"][];
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    exportActivity: {
        parameters: {
            query?: {
                format?: "csv" | "json";
                from?: string;
                to?: string;
                action?: string;
                actor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/json": string;
                };
            };
        };
    };
    readSystem: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SystemView"];
                };
            };
        };
    };
    chatPlayground: {
        parameters: {
            query?: {
                workload?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                    "text/event-stream": {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
    decidePlayground: {
        parameters: {
            query?: {
                workload?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
    modelsPlayground: {
        parameters: {
            query?: {
                workload?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PlaygroundModelView"][];
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    readPlayground: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlaygroundCallView"];
                };
            };
        };
    };
    listAnonymizations: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AnonymizationView"][];
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    createAnonymizations: {
        parameters: {
            query?: {
                workload?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** Format: binary */
                    file: string;
                    /** @description JSON, as for `/v1/documents/anonymize`. */
                    options?: string;
                };
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
    readAnonymizations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnonymizationView"];
                };
            };
        };
    };
    removeAnonymizations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    mappingAnonymizations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnonymizationMappingView"];
                };
            };
        };
    };
    resultAnonymizations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
        };
    };
    cancelAnonymizations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnonymizationView"];
                };
            };
        };
    };
    readCache: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CacheView"];
                };
            };
        };
    };
    purgeCache: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PurgedView"];
                };
            };
        };
    };
    openEvents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
}
