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
            stepped_up: boolean;
            organisation_id: string;
            organisation_name: string;
        };
        SignInDto: {
            email: string;
            password: string;
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
        WorkloadDto: {
            name: string;
            rpm?: number;
            tpm?: number;
            budget?: components["schemas"]["BudgetDto"];
            allowed_models: string[];
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
            keys: components["schemas"]["KeyDto"][];
        };
        KindRuleDto: {
            name: string;
            enabled?: boolean;
            /** @enum {string} */
            action?: "log" | "mask" | "tokenize" | "block";
            min_score?: number;
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
            observe?: boolean;
            exceptions: components["schemas"]["ProtectionExceptionDto"][];
        };
        ResidencyExceptionDto: {
            reason: string;
            /** Format: date-time */
            until: string;
            models: string[];
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
        };
        AliasTargetDto: {
            model: string;
            weight: number;
        };
        AliasDto: {
            name: string;
            targets: components["schemas"]["AliasTargetDto"][];
            fallbacks: string[];
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
        Problem: {
            type: string;
            title: string;
            status: number;
            detail: string;
            /** @enum {string} */
            code: "sign_in_needed" | "sign_in_failed" | "code_needed" | "code_wrong" | "csrf" | "permission_missing" | "step_up_needed" | "email_not_verified" | "set_up_token_invalid" | "not_found" | "method_unknown" | "set_up_done" | "name_taken" | "in_use" | "managed_by_file" | "conflict" | "version_changed" | "body_too_large" | "content_type_unsupported" | "invalid" | "idempotency_key_reused" | "version_missing" | "sign_in_limited" | "rate_limited" | "failed" | "unavailable";
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
            header?: never;
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
}
