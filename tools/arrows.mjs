// The arrows of ARCHITECTURE.md. `parser: swc` is needed: under TypeScript 7 the default parser
// sees no modules at all and would pass everything.
const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: '(\\.test\\.ts$|/testing/|/start-test-)' },
  to: {
    path: '^(packages|services|client|sites|server|benchmarks|e2e)/',
    pathNot: [from, ...allowed.map((place) => `^${place}/`)],
  },
})

/** Areas whose folders still need each other. It only ever gets shorter: an area without a cycle must not stand here. */
export const areasWithFolderCycles = []

const services = [
  'identity',
  'solution',
  'captcha',
  'monitoring',
  'protection',
  'billing',
  'contact',
  'telemetry',
  'operations',
]

/** The rooms of the captcha service (0055): each may import those before it. */
const captchaRooms = ['records', 'access', 'outage', 'edge', 'redemption', 'owner', 'upkeep', 'cells']

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    ...captchaRooms.slice(0, -1).map((room, index) => ({
      name: `captcha-${room}-imports-rooms-below`,
      severity: 'error',
      from: { path: `^services/captcha/src/${room}/`, pathNot: '\\.test\\.ts$' },
      to: { path: `^services/captcha/src/(?:${captchaRooms.slice(index + 1).join('|')})/` },
    })),
    only('proof-of-work-imports-nothing', '^packages/proof-of-work/', []),
    only('bot-score-imports-nothing', '^packages/bot-score/', []),
    only('uptime-imports-nothing', '^packages/uptime/', []),
    only('decisions-imports-nothing', '^packages/decisions/', []),
    only('guard-imports', '^packages/guard/', [
      'packages/addresses',
      'packages/bot-score',
      'packages/crawlers/src/purpose',
      'packages/crawlers/src/trap',
      'packages/decisions',
      'packages/gateway',
      'packages/http',
      'packages/i18n',
      'packages/limits',
      // The tag that escapes what it is given.
      'packages/mail',
      'packages/network-data',
      'packages/normal-forms',
      'packages/tls-fingerprint',
      'packages/visitor-rules',
    ]),
    only('acme-imports-nothing', '^packages/acme/', []),
    only('limits-imports', '^packages/limits/', ['packages/addresses', 'packages/decisions', 'packages/normal-forms']),
    only('normal-forms-import-nothing', '^packages/normal-forms/', []),
    only('gateway-imports', '^packages/gateway/', [
      'packages/http',
      'packages/normal-forms',
      'packages/tls-fingerprint',
    ]),
    only('engine-proof-imports-nothing', '^packages/engine-proof/', []),
    only('addresses-imports-nothing', '^packages/addresses/', []),
    only('network-data-imports-addresses', '^packages/network-data/', ['packages/addresses']),
    only('visitor-credentials-imports-nothing', '^packages/visitor-credentials/', []),
    only('visitor-rules-imports-addresses', '^packages/visitor-rules/', ['packages/addresses']),
    only('crawlers-imports', '^packages/crawlers/', ['packages/addresses', 'packages/visitor-rules']),
    only('validations-imports-normal-forms', '^packages/validations/', ['packages/normal-forms']),
    only('webhooks-imports-addresses', '^packages/webhooks/', ['packages/addresses']),
    only('checks-imports', '^packages/checks/', [
      'packages/addresses',
      'packages/uptime',
      'packages/visitor-credentials/src/probe-pass',
    ]),
    only('tls-fingerprint-imports-nothing', '^packages/tls-fingerprint/', ['packages/bot-score']),
    only('score-refit-imports', '^packages/score-refit/', ['packages/bot-score']),
    only('ui-imports-nothing', '^packages/ui/', []),
    only('content-imports-texts', '^packages/content/', ['packages/i18n']),
    only('probe-imports', '^packages/probe/', ['packages/checks', 'packages/contracts', 'packages/uptime']),
    only('contracts-import-languages', '^packages/contracts/', [
      'packages/crawlers/src/purpose',
      'packages/decisions',
      'packages/i18n',
      'packages/uptime',
    ]),
    only('database-imports-nothing', '^packages/database/', []),
    only('object-storage-imports-nothing', '^packages/object-storage/', []),
    only('backup-imports', '^packages/backup/', ['packages/database', 'packages/object-storage']),
    only('access-imports-contracts', '^packages/access/', ['packages/contracts']),
    only('http-imports', '^packages/http/', ['packages/contracts', 'packages/access', 'packages/addresses']),
    only('api-reference-imports', '^packages/api-reference/', ['packages/contracts', 'packages/http', 'packages/i18n']),
    only('api-client-imports-contracts', '^packages/api-client/', ['packages/contracts']),
    only('compat-imports-nothing', '^client/compat/src/', []),
    only('node-client-imports-nothing', '^client/node/src/', []),
    only('protect-client-imports', '^client/protect/src/', ['client/node/src', 'packages/decisions']),
    only('javascript-client-imports-nothing', '^client/javascript/src/', []),
    only('front-end-clients-import-javascript', '^client/(?:react|vue|angular|react-native)/src/', [
      'client/javascript',
      // What they are built with.
      'client/[^/]+/node_modules',
    ]),
    only('cli-imports-nothing', '^client/cli/src/', []),
    only('widget-imports-proofs', '^client/widget/src/', [
      'packages/proof-of-work',
      'packages/engine-proof',
      'client/widget/i18n',
      'packages/contracts',
    ]),
    {
      // Their code would be loaded by every visitor.
      name: 'widget-takes-only-types-of-contracts',
      severity: 'error',
      from: { path: '^client/widget/src/', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/contracts/', dependencyTypesNot: ['type-only'] },
    },
    only('audit-imports-database', '^packages/audit/', ['packages/database']),
    only('e-invoice-imports', '^packages/e-invoice/', ['packages/i18n', 'packages/pdf']),
    only('pdf-imports-languages', '^packages/pdf/', ['packages/i18n']),
    only('export-file-imports-nothing', '^packages/export-file/', []),
    only('lookup-lists-import-nothing', '^packages/lookup-lists/', []),
    only('mail-imports', '^packages/mail/', ['packages/i18n', 'packages/database']),
    only('site-kit-imports', '^packages/site-kit/', [
      'packages/ui',
      'packages/i18n',
      'packages/api-client',
      'packages/contracts',
      'packages/http',
    ]),
    ...services.map((service) =>
      only(`service-${service}-imports`, `^services/${service}/`, [
        'packages/access',
        'packages/addresses',
        'packages/contracts',
        'packages/access',
        'packages/http',
        'packages/database',
        'packages/mail',
        'packages/proof-of-work',
        'packages/bot-score',
        'packages/engine-proof',
        'packages/visitor-credentials',
        'packages/visitor-rules',
        'packages/uptime',
        'packages/checks',
        'packages/crawlers',
        'packages/decisions',
        'packages/guard',
        'packages/limits',
        'packages/normal-forms',
        'packages/validations',
        'packages/probe',
        'packages/webhooks',
        'packages/audit',
        'packages/e-invoice',
        'packages/lookup-lists',
        'packages/export-file',
        'packages/object-storage',
        'packages/pdf',
        // Invoices and mails say what stands in the language files; services say nothing of their own.
        'packages/i18n',
      ]),
    ),
    ...['website', 'identity', 'dashboard', 'docs', 'admin', 'status'].map((site) =>
      only(`site-${site}-imports`, `^sites/${site}/`, [
        'packages/site-kit',
        'packages/ui',
        'packages/i18n',
        'packages/api-client',
        'packages/contracts',
        // Galleries of the templates of all mails.
        ...(site === 'identity' || site === 'admin' ? ['packages/mail'] : []),
        // Articles, and the one highlighter of code; for operators the lists of what is published.
        ...(site === 'docs' || site === 'website' || site === 'admin' ? ['packages/content'] : []),
        ...(site === 'docs' ? ['packages/api-reference'] : []),
        // An article scores findings as the service does, and contracts are there as PDF too.
        ...(site === 'website' ? ['packages/bot-score', 'packages/pdf'] : []),
        // Commissions as a table: one place writes the cells of all tables, so that none holds a formula.
        // And an operator's own browser answers the programs that visitors are held to.
        ...(site === 'dashboard' ? ['packages/export-file', 'packages/engine-proof'] : []),
        // The audit log as a table.
        ...(site === 'admin' ? ['packages/export-file'] : []),
      ]),
    ),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    doNotFollow: { path: 'node_modules' },
    exclude: {
      path: '(^benchmarks/bot-lab/|^e2e/libraries/more/|^e2e/(?:generated-clients|front-end-libraries|client-pages)/|^client/(?:node|protect)/frameworks/|^client/[^/]+/examples/|\\.test\\.tsx?$|/build/|/dist/|\\.react-router|/assembly/)',
    },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
    },
  },
}
