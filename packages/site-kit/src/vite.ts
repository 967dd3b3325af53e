import { textDocuments } from '@bollard/i18n/load'
import type { Plugin, UserConfig } from 'vite'
import type { SiteName } from './site.ts'

/** What every site's vite.config.ts shares; the frameworks' plugins are added to `plugins` there. */
export function siteDefaults(name: SiteName): UserConfig & { plugins: Plugin[] } {
  return {
    plugins: [keepOutOfServerBundle(), textsInDevelopment(name)],
    define: { 'import.meta.env.SITE_NAME': JSON.stringify(name) },
    // Browsers that know light-dark(), which the tokens are written with.
    build: {
      target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
      cssTarget: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
      assetsInlineLimit: 0,
    },
    // These two hold .tsx, which Node cannot run.
    ssr: { noExternal: ['@bollard/ui', '@bollard/site-kit'] },
    resolve: { dedupe: ['react', 'react-dom', 'react-router', 'react-i18next', 'i18next'] },
  }
}

const runByNode = /^@bollard\/(?:i18n|contracts|api-client|mail)(?:\/|$)/u

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

/** Serves the texts in `react-router dev`, where the page host is not there to do it. Changed texts come with a restart. */
function textsInDevelopment(name: SiteName): Plugin {
  return {
    name: 'bollard-texts',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const document = textDocuments(name).get((request.url ?? '').split('?', 1)[0] ?? '')
        if (document === undefined) return next()
        response.setHeader('content-type', 'application/json; charset=utf-8').end(document)
      })
    },
  }
}
