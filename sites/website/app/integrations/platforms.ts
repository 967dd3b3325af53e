/** Code of the repository that a page shows: a file, or a region of it. `label` names it among others. */
export interface Example {
  readonly file: string
  readonly region?: string
  readonly label: string
}

/** One page of `products/captcha/integrations`. Its texts are `integrations.platforms` in the language files, by its id. */
export interface Platform {
  /** The last part of its address. */
  readonly slug: string
  readonly name: string
  /** Folder below `client/`. */
  readonly client: string
  readonly kind: 'page' | 'server' | 'system' | 'app'
  readonly language: string
  /** Its guide in the documentation, without language. */
  readonly guide: string
  /** Where its code has run: on the platform, against stand-ins of its interfaces, or only the page that it shows. */
  readonly ran: 'platform' | 'stand-ins' | 'page'
  /** Keys of `client/last-run*.json` that tell of it. */
  readonly runs: readonly string[]
  /** Commands or lines that install it; none where words say it all. */
  readonly install?: { readonly title: string; readonly code: string }
  readonly widget: readonly Example[]
  readonly server: readonly Example[]
  /** What else people type who look for it. */
  readonly finds: string
  /** Key of what is said about content policies, where the platform has something to say. */
  readonly policy?: 'keycloak' | 'magento2' | 'joomla' | 'typo3' | 'webflow'
}

const terminal = (...lines: string[]) => ({ title: 'Terminal', code: lines.join('\n') })
const example = (file: string, label: string): Example => ({ file: `client/${file}`, label })

/** The page of the documentation's quick start. */
const plainPage: Example = { file: 'content/examples/quick-start/contact.html', label: 'HTML' }
const signUpForm: Example = { file: 'client/widget/examples/form.html', region: 'form', label: 'HTML' }
/** For platforms whose own code ends at the token. */
const anyServer: readonly Example[] = [
  example('node/examples/express.mjs', 'Express'),
  example('php/examples/plain.php', 'PHP'),
  example('python/examples/flask_app.py', 'Flask'),
]

const packed = (name: string) =>
  terminal(
    'npm install --prefix client/javascript && npm pack ./client/javascript',
    `npm install --prefix client/${name} && npm pack ./client/${name}`,
    `npm install ./bollard-javascript-0.1.0.tgz ./bollard-${name}-0.1.0.tgz`,
  )
const composer = (name: string, ...then: string[]) =>
  terminal(
    'composer config repositories.bollard path ../bollard/client/php',
    `composer config repositories.bollard-${name} path ../bollard/client/${name}`,
    `composer require bollard/${name}:@dev`,
    ...then,
  )
const maven = terminal('mvn --file client/java/pom.xml install')

function frontEnd(
  name: string,
  client: string,
  slug: string,
  rest: Pick<Platform, 'language' | 'runs' | 'widget' | 'finds'>,
): Platform {
  return {
    slug,
    name,
    client,
    kind: 'page',
    guide: `/guides/${client}`,
    ran: 'platform',
    install: packed(client),
    server: anyServer,
    ...rest,
  }
}

function server(
  name: string,
  client: string,
  slug: string,
  rest: Pick<Platform, 'install' | 'server' | 'finds'> & { guide?: string },
): Platform {
  return {
    slug,
    name,
    client,
    kind: 'server',
    language: name,
    guide: `/guides/${client}`,
    ran: 'platform',
    runs: [client],
    widget: [signUpForm],
    ...rest,
  }
}

function system(
  name: string,
  client: string,
  slug: string,
  rest: Pick<Platform, 'language' | 'install' | 'widget' | 'finds'> & Partial<Platform>,
): Platform {
  return {
    slug,
    name,
    client,
    kind: 'system',
    guide: `/guides/${client}`,
    ran: 'stand-ins',
    runs: [client],
    server: [],
    ...rest,
  }
}

function app(
  name: string,
  client: string,
  slug: string,
  rest: Pick<Platform, 'language' | 'widget' | 'finds' | 'ran' | 'runs'> & Partial<Platform>,
): Platform {
  return { slug, name, client, kind: 'app', guide: `/guides/${client}`, server: anyServer, ...rest }
}

export const platforms = {
  javascript: frontEnd('JavaScript', 'javascript', 'javascript-captcha', {
    language: 'TypeScript',
    runs: ['newcomer', 'package javascript'],
    widget: [plainPage, example('javascript/examples/contact-form.ts', 'TypeScript')],
    finds: 'html typescript vanilla js script tag npm svelte solid astro',
  }),
  react: frontEnd('React', 'react', 'react-captcha', {
    language: 'TypeScript',
    runs: ['react 18', 'react 19, react-hook-form', 'next', 'package react'],
    widget: [
      example('react/examples/contact-form.tsx', 'React'),
      example('react/examples/next-page.tsx', 'Next'),
      example('react/examples/hook-form.tsx', 'react-hook-form'),
    ],
    finds: 'next nextjs remix react router hook form jsx',
  }),
  vue: frontEnd('Vue', 'vue', 'vue-captcha', {
    language: 'TypeScript',
    runs: ['vue', 'nuxt', 'package vue'],
    widget: [example('vue/examples/contact-form.vue', 'Vue'), example('vue/examples/nuxt.config.ts', 'Nuxt')],
    finds: 'nuxt vuejs composable',
  }),
  angular: frontEnd('Angular', 'angular', 'angular-captcha', {
    language: 'TypeScript',
    runs: ['angular', 'package angular'],
    widget: [example('angular/examples/contact-form.ts', 'Angular')],
    finds: 'reactive forms signals ngmodel',
  }),
  nodejs: server('Node.js', 'node', 'nodejs-captcha', {
    guide: '/guides/nodejs',
    install: terminal(
      'npm install --prefix client/node && npm pack ./client/node',
      'npm install ./bollard-node-0.1.0.tgz',
    ),
    server: [
      example('node/examples/express.mjs', 'Express'),
      example('node/examples/fastify.mjs', 'Fastify'),
      example('node/examples/hono.mjs', 'Hono'),
      example('node/examples/next/route.ts', 'Next'),
      example('node/examples/react-router.ts', 'React Router'),
      example('node/examples/plain.mjs', 'node:http'),
    ],
    finds: 'express fastify hono next nextjs react router javascript typescript server',
  }),
  php: server('PHP', 'php', 'php-captcha', {
    install: terminal(
      'composer config repositories.bollard path ../bollard/client/php',
      'composer require bollard/bollard:@dev',
    ),
    server: [
      example('php/examples/plain.php', 'PHP'),
      example('php/examples/laravel.php', 'Laravel'),
      example('php/examples/symfony.php', 'Symfony'),
    ],
    finds: 'laravel symfony composer packagist',
  }),
  python: server('Python', 'python', 'python-captcha', {
    install: terminal('pip install ./client/python'),
    server: [
      example('python/examples/flask_app.py', 'Flask'),
      example('python/examples/django_app.py', 'Django'),
      example('python/examples/fastapi_app.py', 'FastAPI'),
      example('python/examples/plain.py', 'WSGI'),
    ],
    finds: 'flask django fastapi wsgi pip',
  }),
  ruby: server('Ruby', 'ruby', 'ruby-captcha', {
    install: { title: 'Gemfile', code: 'gem "bollard", path: "../bollard/client/ruby"' },
    server: [
      example('ruby/examples/rails.rb', 'Rails'),
      example('ruby/examples/sinatra.rb', 'Sinatra'),
      example('ruby/examples/plain.rb', 'Rack'),
    ],
    finds: 'rails sinatra rack gem',
  }),
  go: server('Go (Golang)', 'go', 'go-captcha', {
    install: terminal(
      'go mod edit -require bollard.invalid/bollard@v0.0.0 -replace bollard.invalid/bollard=../bollard/client/go',
      'go mod tidy',
    ),
    server: [
      example('go/examples/net_http.go', 'net/http'),
      example('go/examples/chi.go', 'chi'),
      example('go/examples/gin.go', 'gin'),
    ],
    finds: 'golang net/http chi gin',
  }),
  rust: server('Rust', 'rust', 'rust-captcha', {
    install: { title: 'Cargo.toml', code: 'bollard-captcha = { path = "../bollard/client/rust" }' },
    server: [
      example('rust/examples/axum.rs', 'axum'),
      example('rust/examples/actix.rs', 'actix'),
      example('rust/examples/plain.rs', 'CGI'),
    ],
    finds: 'axum actix crate cargo',
  }),
  java: server('Java', 'java', 'java-captcha', {
    install: maven,
    server: [example('java/examples/Plain.java', 'Java'), example('java/examples/Spring.java', 'Spring')],
    finds: 'spring boot jakarta maven gradle jvm',
  }),
  kotlin: server('Kotlin', 'kotlin', 'kotlin-captcha', {
    install: maven,
    server: [example('kotlin/examples/plain.kt', 'Kotlin'), example('kotlin/examples/Ktor.kt', 'Ktor')],
    finds: 'ktor coroutines jvm',
  }),
  scala: server('Scala', 'scala', 'scala-captcha', {
    install: maven,
    server: [example('scala/examples/Plain.scala', 'Scala')],
    finds: 'play http4s jvm future',
  }),
  groovy: server('Groovy', 'groovy', 'groovy-captcha', {
    install: maven,
    server: [example('groovy/examples/plain.groovy', 'Groovy')],
    finds: 'grails jvm',
  }),
  dotnet: server('.NET', 'dotnet', 'dotnet-captcha', {
    install: terminal('dotnet add reference ../bollard/client/dotnet/Bollard.csproj'),
    server: [example('dotnet/examples/Plain.cs', 'C#'), example('dotnet/examples/AspNet.cs', 'ASP.NET Core')],
    finds: 'c# csharp asp.net aspnet nuget mono',
  }),
  wordpress: system('WordPress', 'wordpress', 'wordpress-captcha-plugin', {
    language: 'PHP',
    ran: 'platform',
    install: terminal('php client/bundle.php wordpress'),
    widget: [example('wordpress/examples/own-form.php', 'PHP')],
    finds: 'woocommerce contact form 7 wpforms elementor gravity ninja formidable fluent forminator wp-cli multisite',
  }),
  joomla: system('Joomla', 'joomla', 'joomla-captcha-plugin', {
    language: 'PHP',
    install: terminal('php client/bundle.php joomla'),
    widget: [],
    finds: 'cms contact registration',
    policy: 'joomla',
  }),
  typo3: system('TYPO3', 'typo3', 'typo3-captcha-extension', {
    language: 'PHP',
    install: composer('typo3'),
    widget: [example('typo3/examples/Login.html', 'Fluid')],
    finds: 'form framework felogin fluid cms',
    policy: 'typo3',
  }),
  craftCms: system('Craft CMS', 'craft-cms', 'craft-cms-captcha-plugin', {
    language: 'PHP',
    install: composer('craft-cms', 'php craft plugin/install bollard'),
    widget: [example('craft-cms/examples/login.twig', 'Twig')],
    finds: 'formie twig',
  }),
  magento2: system('Magento 2', 'magento-2', 'magento-2-captcha-extension', {
    language: 'PHP',
    install: composer('magento-2', 'bin/magento module:enable Bollard_Magento', 'bin/magento setup:upgrade'),
    widget: [],
    finds: 'adobe commerce shop e-commerce',
    policy: 'magento2',
  }),
  keycloak: system('Keycloak', 'keycloak', 'keycloak-captcha-plugin', {
    language: 'Java',
    install: terminal(
      'mvn -f client/java/pom.xml install',
      'mvn -f client/keycloak/pom.xml package',
      'cp client/keycloak/target/bollard-keycloak-0.1.0.jar /opt/keycloak/providers/',
      '/opt/keycloak/bin/kc.sh build',
    ),
    widget: [example('keycloak/examples/login.ftl', 'FreeMarker')],
    finds: 'identity login registration sso oidc',
    policy: 'keycloak',
  }),
  webflow: system('Webflow', 'webflow', 'webflow-captcha-app', {
    language: 'TypeScript',
    runs: [],
    install: terminal('cd client/webflow && npm install && npm run bundle'),
    widget: [example('webflow/examples/form.html', 'HTML')],
    server: anyServer,
    finds: 'designer no-code embed',
    policy: 'webflow',
  }),
  android: app('Android', 'android', 'android-captcha-sdk', {
    language: 'Java',
    ran: 'stand-ins',
    runs: ['android', 'app-page'],
    widget: [example('android/examples/ContactActivity.java', 'Java')],
    finds: 'kotlin webview mobile app sdk gradle',
  }),
  ios: app('iOS', 'ios', 'ios-captcha-sdk', {
    language: 'Swift',
    ran: 'page',
    runs: ['app-page'],
    widget: [example('ios/examples/ContactView.swift', 'SwiftUI')],
    finds: 'swift swiftui uikit wkwebview iphone ipad mobile app sdk',
  }),
  flutter: app('Flutter', 'flutter', 'flutter-captcha', {
    language: 'Dart',
    ran: 'page',
    runs: ['app-page'],
    install: { title: 'pubspec.yaml', code: 'dependencies:\n  bollard:\n    path: ../bollard/client/flutter' },
    widget: [example('flutter/examples/main.dart', 'Dart')],
    finds: 'dart mobile app webview',
  }),
  reactNative: app('React Native', 'react-native', 'react-native-captcha', {
    language: 'TypeScript',
    ran: 'stand-ins',
    runs: ['package react-native'],
    install: packed('react-native'),
    widget: [example('react-native/examples/contact-form.tsx', 'React Native')],
    finds: 'expo mobile app webview',
  }),
} as const satisfies Readonly<Record<string, Platform>>

export type PlatformId = keyof typeof platforms
export const platformIds = Object.keys(platforms) as readonly PlatformId[]
export const kinds = ['page', 'server', 'system', 'app'] as const

/** The platform of an address, or null where there is none. */
export function findPlatform(slug: string): PlatformId | null {
  return platformIds.find((id) => platforms[id].slug === slug) ?? null
}

/** Those of which every word of the query begins a word, whatever its case. An empty query finds all. */
export function searchPlatforms(query: string): PlatformId[] {
  const words = query.toLowerCase().split(/\s+/u).filter(Boolean)
  return platformIds.filter((id) => words.every((word) => findableText(id).includes(` ${word}`)))
}

/** What a search looks at, in lower case and with a space before each word; the page's script looks at the same. */
export function findableText(id: PlatformId): string {
  const { name, client, finds, language } = platforms[id]
  const text = ` ${name} ${client} ${language} ${finds}`.toLowerCase()
  return text + text.replaceAll(/[/.-]/gu, ' ')
}
