import type { Language } from '@bollard/i18n'
import { createInstance, type i18n, type ResourceLanguage } from 'i18next'
import { Fragment, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { createRoutesStub, type HydrationState, Outlet } from 'react-router'
import { SiteError } from '../shell/site-error.tsx'
import { SkipLink } from '../shell/skip-link.tsx'
import { NonceProvider, SiteProvider } from '../shell/site-context.tsx'
import { localSite, type SiteName } from '../site/site.ts'
import { textOptions } from '../site/text-options.ts'
import type { Layer, PageState } from './page-state.ts'

const files = import.meta.glob<ResourceLanguage>('../../../i18n/texts/*/*.json', { eager: true, import: 'default' })
const styles = import.meta.glob<string>('../../../../sites/*/app/app.css', {
  eager: true,
  import: 'default',
  query: '?inline',
})
const style = document.createElement('style')
/** Colours are looked at when they have changed, not on their way. */
const atOnce = '*, ::before, ::after { transition-duration: 0s !important }'

/**
 * Shows a page in the document as its site would, in one language; `isStrict` has React render and mount all of it twice. Answers the
 * texts, and how to take the page away.
 */
export async function showPage(
  state: PageState,
  language: Language,
  { isStrict }: { readonly isStrict: boolean },
): Promise<{ texts: i18n; takeAway: () => void }> {
  const root = document.documentElement
  root.lang = language
  root.dataset.js = ''
  const css = `${styles[`../../../../sites/${state.site}/app/app.css`]}${atOnce}`
  if (style.textContent !== css) style.textContent = css
  document.head.append(style)
  const place = document.createElement('div')
  // The page's own body holds nothing but the page.
  document.body.replaceChildren(place)

  const texts = await textsOf(state.site, language)
  // Nothing answers there, whatever runs on this machine.
  const urls = { ...localSite(state.site).urls, api: 'http://api.invalid' }
  const shown = createRoot(place)
  const layers = [siteRoot, ...state.layers]
  const Stub = createRoutesStub([routeOf(layers)])
  const Mode = isStrict ? StrictMode : Fragment
  shown.render(
    <Mode>
      <NonceProvider value="">
        <SiteProvider value={{ ...nobody, name: state.site, urls, language, ...state.knows }}>
          <I18nextProvider i18n={texts}>
            <SkipLink />
            <Stub initialEntries={[`/${language}${state.at}`]} hydrationData={dataOf(layers)} />
          </I18nextProvider>
        </SiteProvider>
      </NonceProvider>
    </Mode>,
  )
  await document.fonts.ready
  return { texts, takeAway: () => shown.unmount() }
}

/** The root of every site, without the document: that is the test's own. */
const siteRoot: Layer = { id: 'root', module: { default: Outlet, ErrorBoundary: SiteError } }

const nobody = {
  requestId: '01K5Z7Q0000000000000000000',
  madeAt: 0,
  demoSiteKey: null,
  captchaSiteKey: null,
  operatorEmail: null,
  consentMode: 'strict',
  recordsVisits: false,
  legal: {},
  theme: null,
} as const

const known = new Map<string, i18n>()

async function textsOf(site: SiteName, language: Language): Promise<i18n> {
  const key = `${site}/${language}`
  const before = known.get(key)
  if (before) return before
  const file = (folder: string) => files[`../../../i18n/texts/${folder}/${language}.json`] ?? {}
  const translation = {
    ...file(site),
    elements: file('library-elements'),
    ...(site === 'dashboard' && { decisions: file('decisions'), findings: file('findings') }),
    reasons: file('reasons'),
    structure: file('library-structure'),
  }
  const texts = createInstance()
  await texts.init({ ...textOptions, lng: language, resources: { [language]: { translation } } })
  known.set(key, texts)
  return texts
}

type StubRoute = Parameters<typeof createRoutesStub>[0][number]

function routeOf([outer, ...inner]: readonly Layer[]): StubRoute {
  if (outer === undefined) throw new Error('A page has at least one route')
  const { id, path, module, loaderData } = outer
  return {
    id,
    ...(path === undefined ? {} : { path }),
    // Pages that ask again every few seconds get what they had.
    ...(loaderData === undefined ? {} : { loader: () => loaderData }),
    Component: module.default,
    ...(module.ErrorBoundary ? { ErrorBoundary: module.ErrorBoundary } : {}),
    ...(inner.length > 0 ? { children: [routeOf(inner)] } : {}),
  }
}

function dataOf(layers: readonly Layer[]): HydrationState {
  const by = (read: (one: Layer) => unknown) =>
    Object.fromEntries(layers.filter((one) => read(one) !== undefined).map((one) => [one.id, read(one)]))
  const at = layers.findIndex(({ refused }) => refused !== undefined)
  const answer = layers[at]?.refused
  if (answer === undefined)
    return { loaderData: by(({ loaderData }) => loaderData), actionData: by(({ actionData }) => actionData) }
  // As the router does: a refusal is shown by the nearest route around it that can.
  const shownBy = layers.slice(0, at + 1).findLast(({ module }) => module.ErrorBoundary !== undefined)
  const error = { status: answer.status, statusText: '', internal: false, data: answer.data ?? null }
  return { loaderData: by(({ loaderData }) => loaderData), errors: { [shownBy?.id ?? '']: error } }
}
