import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { missingTexts } from '@bollard/i18n/compare'
import { foldersOfDashboard } from '@bollard/i18n/load'
import type { Plugin, UserConfig } from 'vite'
import type { SiteName } from './site/site.ts'

/** What every site's vite.config.ts shares; the frameworks' plugins are added to `plugins` there. */
export function siteDefaults(name: SiteName): UserConfig & { plugins: Plugin[] } {
  return {
    plugins: [keepOutOfServerBundle(), keepSchemasOutOfBrowser(), wholeTexts(name), textsInDevelopment(name)],
    define: { 'import.meta.env.SITE_NAME': JSON.stringify(name) },
    // Browsers that know light-dark(), which the tokens are written with.
    build: {
      target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
      cssTarget: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
      assetsInlineLimit: 0,
      // A page that shows one constant of the contracts carries no more of their routes and schemas than it must.
      rolldownOptions: { treeshake: { manualPureFunctions: ['z', 'defineRoute'] } },
    },
    // These two hold .tsx, which Node cannot run.
    ssr: { noExternal: ['@bollard/ui', '@bollard/site-kit'] },
    resolve: { dedupe: ['react', 'react-dom', 'react-router', 'react-i18next', 'i18next'] },
  }
}

const runByNode =
  /^@bollard\/(?:(?:api-client|api-reference|contracts|http|i18n|mail|pdf)(?:\/|$)|content\/(?:fill-marks|highlight)$)/u

/** Keeps our packages of plain .ts out of the server's bundle: Node runs them as they are, and some read files that lie beside them. */
function keepOutOfServerBundle(): Plugin {
  return {
    name: 'bollard-keep-out-of-server-bundle',
    apply: 'build',
    enforce: 'pre',
    resolveId(id) {
      return this.environment.name === 'ssr' && runByNode.test(id) ? { id, external: true } : null
    },
  }
}

/**
 * Browsers show constants that stand beside schemas in the contracts, and check nothing by them: that is for the site's server and the
 * service. So what makes schemas, 25 kB of it, is replaced by something that makes none, and that says so when it is to check.
 */
function keepSchemasOutOfBrowser(): Plugin {
  const stub = '\0bollard-no-schemas'
  return {
    name: 'bollard-keep-schemas-out-of-browser',
    apply: 'build',
    enforce: 'pre',
    resolveId(id) {
      return this.environment.name === 'client' && id === 'zod' ? stub : null
    },
    load: (id) => (id === stub ? noSchemas : null),
  }
}

const noSchemas = `
const refuse = () => { throw new Error('Schemas are checked on the server only') }
const isCheck = (name) => typeof name === 'string' && /parse|encode|decode/iu.test(name)
const none = new Proxy(() => none, { get: (_, name) => (isCheck(name) ? refuse : none) })
export const z = none
`

/** Ends the build where a language lacks a text of the site, with the names of all that are missing. */
function wholeTexts(name: SiteName): Plugin {
  return {
    name: 'bollard-whole-texts',
    apply: 'build',
    buildStart() {
      const own = name === 'dashboard' ? foldersOfDashboard : []
      const missing = [name, ...own, 'library-elements', 'library-structure', 'reasons'].flatMap((folder) =>
        missingTexts(folder).map((key) => `${folder}/${key}`),
      )
      if (missing.length > 0) this.error(`Texts are missing:\n${missing.join('\n')}`)
    },
  }
}

/** Serves the texts to `npm run dev` as they are now, and reloads open pages when one changes. */
function textsInDevelopment(name: SiteName): Plugin {
  const folder = dirname(dirname(fileURLToPath(import.meta.resolve(`@bollard/i18n/texts/${name}/en.json`))))
  const textReader = fileURLToPath(import.meta.resolve('@bollard/i18n/load'))
  return {
    name: 'bollard-texts',
    apply: 'serve',
    configureServer(server) {
      server.watcher.add(folder)
      server.middlewares.use(async (request, response, next) => {
        const path = (request.url ?? '').split('?', 1)[0] ?? ''
        if (!path.startsWith('/i18n/')) return next()
        const texts = (await server.ssrLoadModule('@bollard/i18n/load')) as typeof import('@bollard/i18n/load')
        const document = texts.textDocuments(name).get(path)
        if (document === undefined) return next()
        response.setHeader('content-type', 'application/json; charset=utf-8').end(document)
      })
    },
    hotUpdate({ file, modules }) {
      if (!file.startsWith(folder)) return modules
      const { moduleGraph, hot } = this.environment
      // What has been read is kept in this module and in those that import it; they are run anew.
      for (const reader of moduleGraph.getModulesByFile(textReader) ?? []) moduleGraph.invalidateModule(reader)
      hot.send({ type: 'full-reload' })
      return []
    },
  }
}
