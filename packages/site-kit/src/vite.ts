import { textDocuments } from '@bollard/i18n/load'
import type { Plugin, UserConfig } from 'vite'
import type { SiteName } from './site.ts'

/** What every site's vite.config.ts shares, next to its plugins. */
export function siteDefaults(name: SiteName): UserConfig {
  return {
    define: { 'import.meta.env.SITE_NAME': JSON.stringify(name) },
    // Browsers that know light-dark(), which the tokens are written with.
    build: { target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'], cssTarget: ['chrome123', 'edge123', 'firefox121', 'safari17.5'], assetsInlineLimit: 0 },
    // These two hold .tsx, which Node cannot run; the rest of ours it runs as it is.
    ssr: { noExternal: ['@bollard/ui', '@bollard/site-kit'], external: ['@bollard/i18n', '@bollard/contracts', '@bollard/api-client'] },
    resolve: { dedupe: ['react', 'react-dom', 'react-router', 'react-i18next', 'i18next'] },
  }
}

/** Serves the texts in `react-router dev`, where the page host is not there to do it. Changed texts come with a restart. */
export function textsInDevelopment(name: SiteName): Plugin {
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
