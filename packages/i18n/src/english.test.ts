import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const repository = join(import.meta.dirname, '../../..')

/** Phrases that give away English translated from German. Plain words say the same: see the style of the texts around them. */
const bannedPhrases = [
  'whoever',
  'by now',
  'for good',
  'as ever',
  'goes on',
  'go on as',
  'come by',
  'comes by',
  'hand in',
  'hand on',
  'take along',
  'takes along',
  'take back',
  'let pass',
  'found an organization',
  'reckon',
  'become dear',
  'said once',
  'fetched results',
  'results are fetched',
  'never fetched',
  'what stands',
  'is told of',
  'tell of',
  'of its own accord',
  'is of no use',
  'lies in its',
  'lie about',
  'prove once more',
  'a hand on anything',
  'brought along',
  'reads aloud',
]

/** Everything in English that a person reads: pages, mails, answers of the API, documents. */
const read = [
  ...filesIn('packages/i18n/texts', 'en.json'),
  'client/widget/i18n/en.json',
  'packages/http/src/problem-text.ts',
  ...filesIn('packages/contracts/src', '.ts'),
  ...filesIn('packages/mail/src/templates', '.ts'),
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  ...filesIn('content/en', '.mdx'),
  'server/help.txt',
]

test.for(read)('%s has no banned phrase', (path) => {
  expect(bannedIn(shownText(path)).map(({ line, phrase }) => `${path}:${line}: ${phrase}`)).toEqual([])
})

test('the titles of the decisions have no banned phrase', () => {
  const found = filesIn('decisions', '.md').flatMap((path) =>
    bannedIn(shownText(path).split('\n', 1)[0] ?? '').map(({ phrase }) => `${path}:1: ${phrase}`),
  )
  expect(found).toEqual([])
})

test('a banned phrase is found in any case and across lines, and not inside a word', () => {
  expect(bannedIn('Ask.\nWhoever reads it')).toEqual([{ line: 2, phrase: 'whoever' }])
  expect(bannedIn('files that you take\nalong, and more')).toEqual([{ line: 1, phrase: 'take along' }])
  expect(bannedIn('a reckoning, mistake back')).toEqual([])
})

/** Capitalized inside a sentence because they are names. Words right after an opening quotation mark quote a button or a page. */
const names = new Set(
  `Bollard JavaScript Content-Security-Policy Leitweg-ID Stripe Art Directive German European Cap Equi-X Viewer Free
  Peppol Chrome Shift Tor Google Global Privacy Control Security Ctrl Alt Enter Esc America Markdown
  Chromium WebAssembly Linux PostgreSQL OpenAPI English April Turnstile Enterprise TrustCaptcha Apache Cloud
  Android Flutter WordPress Joomla Craft Magento Webflow MiB`.split(/\s+/u),
)

/** Names of products and people that pages about integrations and reports name. Those of several words count as a whole only. */
const productNames = new Set(
  `Android Angular BotD Chromium CommonJS Composer Craft Cypress Dart Debian Designer Django Express FastAPI Fastify Firefox
  Flask Fluid Flutter Formie Gemfile Go Gradle Grails GraphQL Groovy Hono Java Joomla Keycloak Kotlin Ktor Laravel Linux Mac
  Magento MariaDB Maven Mono Next Node NuGet Nuxt OpenJDK Packagist Play Playwright PostgreSQL ProGuard PyPI Python Rack Rails React Ruby
  RubyGems Rust Safari Scala Sinatra Spring StrictMode Swift SwiftUI Symfony Twig Twilio ViewHelper Vue WebAssembly WebKit
  WebP WebSocket WebView Webflow Wilson Windows WooCommerce WordPress`.split(/\s+/u),
)
const longNames =
  /\b(?:ASP\.NET Core|Contact Form 7|Formidable Forms|Google Chat|Maven Central|Microsoft Teams|React Native|React Router|Spring Boot|Uptime Kuma)\b|\.NET (?:Core|Framework|Standard)\b/gu
/** Code, and what stands on a button or in a menu elsewhere. */
const quoted = /`[^`]*`|\*\*[^*]+\*\*/gu

test.for(read.filter((path) => path.endsWith('en.json')))('%s is in sentence case', (path) => {
  const found = textsOf(JSON.parse(readFileSync(join(repository, path), 'utf8'))).flatMap((text) =>
    capitalizedIn(text).map((word) => `${word}: ${text}`),
  )
  expect(found).toEqual([])
})

test('a title in title case is found', () => {
  expect(capitalizedIn('Create New')).toEqual(['New'])
  expect(capitalizedIn('Choose a plan. See “General” for {{name}}: Bollard')).toEqual([])
})

function bannedIn(text: string): { line: number; phrase: string }[] {
  return bannedPhrases.flatMap((phrase) =>
    [...text.matchAll(new RegExp(`(?<!\\w)${phrase.replaceAll(' ', '\\s+')}(?!\\w)`, 'giu'))].map(({ index }) => ({
      line: text.slice(0, index).split('\n').length,
      phrase,
    })),
  )
}

function capitalizedIn(text: string): string[] {
  const plain = text
    .replaceAll(/\{\{?\w+\}?\}/gu, 'x')
    .replaceAll(quoted, 'x')
    .replaceAll(longNames, 'x')
  const words = plain.matchAll(/(?<=[\w,;)’”%]\s\(?)[A-Z][a-z][\w-]*/gu)
  return [...words].map(([word]) => word).filter((word) => !names.has(word) && !productNames.has(word))
}

/** Without the comments of a source file, which only its authors read. Line numbers stay. */
function shownText(path: string): string {
  const text = readFileSync(join(repository, path), 'utf8')
  return path.endsWith('.ts') ? text.replaceAll(/^[ \t]*(?:\/\*\*|\*|\/\/).*$/gmu, '') : text
}

function textsOf(tree: unknown): string[] {
  return typeof tree === 'string' ? [tree] : Object.values(tree ?? {}).flatMap(textsOf)
}

function filesIn(folder: string, end: string): string[] {
  return readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(end) && !path.endsWith('.test.ts'))
    .map((path) => join(folder, path))
    .toSorted()
}
