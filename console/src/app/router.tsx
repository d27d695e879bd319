import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { sessionQuery, setUpQuery } from '../api/session';
import { NotFound } from '../components/not-found';
import { FailedPage } from './failed-page';
import { PendingPage } from './pending-page';
import { textsIn } from './search';
import { Shell } from './shell';

const PENDING_MS = 150; // Shorter waits show nothing at all.

/** What calls are told apart by. */
const SERIES = [
  'workload',
  'key',
  'member',
  'model',
  'provider',
  'jurisdiction',
  'surface',
  'outcome',
] as const;

export function createConsoleRouter(queries: QueryClient) {
  const root = createRootRoute({ component: Outlet });

  const setUp = createRoute({
    getParentRoute: () => root,
    path: '/setup',
    component: lazyRouteComponent(() => import('../pages/session/set-up-page'), 'SetUpPage'),
  });
  const signIn = createRoute({
    getParentRoute: () => root,
    path: '/signin',
    validateSearch: (search) => textsIn(search, 'to'),
    beforeLoad: async ({ search }) => {
      if (await queries.ensureQueryData(setUpQuery)) throw redirect({ to: '/setup' });
      if (queries.getQueryData(sessionQuery.queryKey)) throw redirect({ href: search.to ?? '/' });
    },
    component: lazyRouteComponent(() => import('../pages/session/sign-in-page'), 'SignInPage'),
  });

  const forgot = createRoute({
    getParentRoute: () => root,
    path: '/forgot',
    component: lazyRouteComponent(() => import('../pages/session/forgot-page'), 'ForgotPage'),
  });
  const reset = createRoute({
    getParentRoute: () => root,
    path: '/reset',
    component: lazyRouteComponent(() => import('../pages/session/reset-page'), 'ResetPage'),
  });
  const verify = createRoute({
    getParentRoute: () => root,
    path: '/verify',
    component: lazyRouteComponent(() => import('../pages/session/verify-page'), 'VerifyPage'),
  });
  const invite = createRoute({
    getParentRoute: () => root,
    path: '/invite',
    component: lazyRouteComponent(() => import('../pages/session/invite-page'), 'InvitePage'),
  });

  /** Everything that takes somebody who is signed in. */
  const inside = createRoute({
    getParentRoute: () => root,
    id: 'inside',
    beforeLoad: async ({ location }) => {
      const session = await queries.ensureQueryData(sessionQuery);
      // Nothing else is answered before it is set up.
      if (session?.totp_needed && location.pathname !== '/account')
        throw redirect({ to: '/account' });
      if (session) return;
      const isNew = await queries.ensureQueryData(setUpQuery);
      if (isNew) throw redirect({ to: '/setup' });
      throw redirect({ to: '/signin', search: { to: location.href } });
    },
    component: Shell,
  });
  const home = createRoute({
    getParentRoute: () => inside,
    path: '/',
    validateSearch: (search) => textsIn(search, 'range'),
    component: lazyRouteComponent(() => import('../pages/overview/overview-page'), 'OverviewPage'),
  });
  const usage = createRoute({
    getParentRoute: () => inside,
    path: '/usage',
    validateSearch: (search) => textsIn(search, 'group', 'days', 'from', 'to', ...SERIES),
    component: lazyRouteComponent(() => import('../pages/usage/usage-page'), 'UsagePage'),
  });
  const health = createRoute({
    getParentRoute: () => inside,
    path: '/health',
    component: lazyRouteComponent(() => import('../pages/health/health-page'), 'HealthPage'),
  });
  const workloads = createRoute({
    getParentRoute: () => inside,
    path: '/workloads',
    validateSearch: (search) => textsIn(search, 'q'),
    component: lazyRouteComponent(
      () => import('../pages/workloads/workloads-page'),
      'WorkloadsPage',
    ),
  });
  const workload = createRoute({
    getParentRoute: () => inside,
    path: '/workloads/$id',
    validateSearch: (search) => textsIn(search, 'tab'),
    component: lazyRouteComponent(() => import('../pages/workloads/workload-page'), 'WorkloadPage'),
  });

  const keys = createRoute({
    getParentRoute: () => inside,
    path: '/keys',
    validateSearch: (search) => textsIn(search, 'workload', 'status', 'env', 'sort'),
    component: lazyRouteComponent(() => import('../pages/keys/keys-page'), 'KeysPage'),
  });
  const audit = createRoute({
    getParentRoute: () => inside,
    path: '/audit',
    validateSearch: (search) =>
      textsIn(search, 'text', 'kind', 'refusal', 'status', 'from', 'to', 'live', 'call', ...SERIES),
    component: lazyRouteComponent(() => import('../pages/audit/audit-page'), 'AuditPage'),
  });
  /** Where a request id leads to. */
  const call = createRoute({
    getParentRoute: () => inside,
    path: '/audit/$id',
    beforeLoad: ({ params }) => {
      throw redirect({ to: '/audit', search: { call: params.id } });
    },
  });
  const providers = createRoute({
    getParentRoute: () => inside,
    path: '/providers',
    validateSearch: (search) => textsIn(search, 'q', 'status', 'provider'),
    component: lazyRouteComponent(
      () => import('../pages/providers/providers-page'),
      'ProvidersPage',
    ),
  });
  const models = createRoute({
    getParentRoute: () => inside,
    path: '/models',
    validateSearch: (search) =>
      textsIn(search, 'q', 'provider', 'zone', 'reachable', 'workload', 'model'),
    component: lazyRouteComponent(() => import('../pages/models/models-page'), 'ModelsPage'),
  });
  const aliases = createRoute({
    getParentRoute: () => inside,
    path: '/aliases',
    validateSearch: (search) => textsIn(search, 'q', 'tab', 'alias', 'model', 'workload'),
    component: lazyRouteComponent(() => import('../pages/aliases/aliases-page'), 'AliasesPage'),
  });
  const auto = createRoute({
    getParentRoute: () => inside,
    path: '/auto',
    component: lazyRouteComponent(() => import('../pages/auto/auto-page'), 'AutoPage'),
  });
  const tools = createRoute({
    getParentRoute: () => inside,
    path: '/tools',
    validateSearch: (search) => textsIn(search, 'q', 'server'),
    component: lazyRouteComponent(() => import('../pages/tools/tools-page'), 'ToolsPage'),
  });
  const routing = [providers, models, aliases, auto, tools] as const;
  const account = createRoute({
    getParentRoute: () => inside,
    path: '/account',
    component: lazyRouteComponent(() => import('../pages/account/account-page'), 'AccountPage'),
  });
  const members = createRoute({
    getParentRoute: () => inside,
    path: '/members',
    validateSearch: (search) => textsIn(search, 'q'),
    component: lazyRouteComponent(() => import('../pages/members/members-page'), 'MembersPage'),
  });
  const security = createRoute({
    getParentRoute: () => inside,
    path: '/settings/security',
    component: lazyRouteComponent(() => import('../pages/settings/security-page'), 'SecurityPage'),
  });
  const tokens = createRoute({
    getParentRoute: () => inside,
    path: '/settings/tokens',
    component: lazyRouteComponent(() => import('../pages/settings/tokens-page'), 'TokensPage'),
  });
  const mailbox = createRoute({
    getParentRoute: () => inside,
    path: '/settings/mailbox',
    component: lazyRouteComponent(() => import('../pages/settings/mailbox-page'), 'MailboxPage'),
  });
  const people = [account, members, security, tokens, mailbox] as const;

  const limits = createRoute({
    getParentRoute: () => inside,
    path: '/settings/limits',
    component: lazyRouteComponent(
      () => import('../pages/settings/limits/limits-page'),
      'LimitsPage',
    ),
  });
  const code = createRoute({
    getParentRoute: () => inside,
    path: '/settings/code',
    component: lazyRouteComponent(() => import('../pages/settings/code/code-page'), 'CodePage'),
  });
  const activity = createRoute({
    getParentRoute: () => inside,
    path: '/settings/activity',
    validateSearch: (search) => textsIn(search, 'action', 'actor', 'from', 'to', 'entry'),
    component: lazyRouteComponent(
      () => import('../pages/settings/activity/activity-page'),
      'ActivityPage',
    ),
  });
  const system = createRoute({
    getParentRoute: () => inside,
    path: '/settings/system',
    component: lazyRouteComponent(() => import('../pages/settings/system-page'), 'SystemPage'),
  });
  const operation = [limits, code, activity, system] as const;
  const playground = createRoute({
    getParentRoute: () => inside,
    path: '/playground',
    validateSearch: (search) => textsIn(search, 'model', 'compare', 'workload'),
    component: lazyRouteComponent(
      () => import('../pages/playground/playground-page'),
      'PlaygroundPage',
    ),
  });
  const decisions = createRoute({
    getParentRoute: () => inside,
    path: '/decisions',
    validateSearch: (search) => textsIn(search, 'model', 'workload'),
    component: lazyRouteComponent(
      () => import('../pages/decisions/decisions-page'),
      'DecisionsPage',
    ),
  });
  const documents = createRoute({
    getParentRoute: () => inside,
    path: '/documents',
    validateSearch: (search) => textsIn(search, 'workload', 'job'),
    component: lazyRouteComponent(
      () => import('../pages/documents/documents-page'),
      'DocumentsPage',
    ),
  });
  const knowledge = createRoute({
    getParentRoute: () => inside,
    path: '/knowledge',
    validateSearch: (search) => textsIn(search, 'store'),
    component: lazyRouteComponent(
      () => import('../pages/knowledge/knowledge-page'),
      'KnowledgePage',
    ),
  });
  const protection = createRoute({
    getParentRoute: () => inside,
    path: '/protection',
    component: lazyRouteComponent(
      () => import('../pages/policy/protection-page'),
      'ProtectionPage',
    ),
  });
  const residency = createRoute({
    getParentRoute: () => inside,
    path: '/residency',
    component: lazyRouteComponent(() => import('../pages/policy/residency-page'), 'ResidencyPage'),
  });
  const cache = createRoute({
    getParentRoute: () => inside,
    path: '/cache',
    component: lazyRouteComponent(() => import('../pages/cache/cache-page'), 'CachePage'),
  });
  const organisation = createRoute({
    getParentRoute: () => inside,
    path: '/settings/organisation',
    component: lazyRouteComponent(
      () => import('../pages/policy/organisation-page'),
      'OrganisationPage',
    ),
  });
  const policy = [protection, residency, cache, organisation] as const;

  const nowhere = createRoute({
    getParentRoute: () => inside,
    path: '$',
    component: NotFound,
  });

  return createRouter({
    routeTree: root.addChildren([
      setUp,
      signIn,
      forgot,
      reset,
      verify,
      invite,
      inside.addChildren([
        home,
        usage,
        health,
        workloads,
        workload,
        keys,
        audit,
        call,
        playground,
        decisions,
        documents,
        knowledge,
        ...routing,
        ...people,
        ...operation,
        ...policy,
        nowhere,
      ]),
    ]),
    basepath: '/console',
    defaultPreload: 'intent',
    defaultPendingMs: PENDING_MS,
    defaultPendingComponent: PendingPage,
    defaultErrorComponent: FailedPage,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
