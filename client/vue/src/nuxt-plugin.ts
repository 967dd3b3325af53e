import type { App } from 'vue'
import { bollard, type BollardDefaults } from './defaults.ts'

/** As much of Nuxt's app as is used here. */
interface NuxtApp {
  readonly vueApp: App
  readonly $config: { readonly public: { readonly bollard?: BollardDefaults } }
}

/** Gives the components what stands in `nuxt.config.ts` or the environment. */
export default function provideDefaults({ vueApp, $config }: NuxtApp): void {
  vueApp.use(bollard, $config.public.bollard ?? {})
}
