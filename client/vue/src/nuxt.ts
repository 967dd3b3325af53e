import { fileURLToPath } from 'node:url'
import type { BollardDefaults } from './defaults.ts'

/** As much of Nuxt as is used here, so that the package needs none of its own. */
interface Nuxt {
  readonly options: {
    readonly bollard?: BollardDefaults
    readonly plugins: unknown[]
    readonly runtimeConfig: { readonly public: Record<string, unknown> }
    readonly build: { readonly transpile: unknown[] }
  }
  hook(name: 'components:extend' | 'imports:extend', add: (list: object[]) => void): void
}

/**
 * Module of Nuxt: `modules: ['@bollard/vue/nuxt']` and `bollard: { host, siteKey }` in `nuxt.config.ts`. `<BollardCaptcha>` and `useBollard`
 * are then there without an import. `NUXT_PUBLIC_BOLLARD_HOST` and `NUXT_PUBLIC_BOLLARD_SITE_KEY` replace the two at run time.
 */
export default function bollardForNuxt(inline: BollardDefaults | undefined, nuxt: Nuxt): void {
  const { options } = nuxt
  options.runtimeConfig.public['bollard'] = { host: '', siteKey: '', ...options.bollard, ...inline }
  options.build.transpile.push('@bollard/vue', '@bollard/javascript')
  options.plugins.push({ src: fileURLToPath(new URL('nuxt-plugin.js', import.meta.url)) })
  nuxt.hook('imports:extend', (imports) => imports.push({ name: 'useBollard', as: 'useBollard', from: '@bollard/vue' }))
  nuxt.hook('components:extend', (components) =>
    components.push({
      pascalName: 'BollardCaptcha',
      kebabName: 'bollard-captcha',
      export: 'BollardCaptcha',
      filePath: '@bollard/vue',
      shortPath: '@bollard/vue',
      chunkName: 'components/bollard-captcha',
      mode: 'all',
      prefetch: false,
      preload: false,
      global: false,
      priority: 0,
    }),
  )
}
