import type { Language } from '@bollard/i18n'
import type { TFunction } from 'i18next'
import type { ComponentType } from 'react'
import type { PublicSite, SiteName } from '../site/site.ts'

/** What a file of a route exports for a page. */
interface RouteModule {
  // Whatever a component takes, the router hands it over; what a test gives is checked by `Given`.
  // oxlint-disable-next-line typescript/no-explicit-any
  default: ComponentType<any>
  ErrorBoundary?: ComponentType
}
type Props<M> = M extends { default: (props: infer P) => unknown } ? P : never
type LoaderData<M> = Props<M> extends { loaderData: infer Data } ? Data : undefined
type ActionData<M> = Props<M> extends { actionData?: infer Data } ? Data : undefined

type Given<M> = {
  /** As in `routes.ts`; none where the route has none of its own. */
  path?: string
  /** What the loader would have answered; a function where that depends on the language. */
  actionData?: ActionData<M>
  /** Status of the refusal that the loader would have thrown, and what stands in its body. */
  refused?: { status: number; data?: object }
} & (undefined extends LoaderData<M> ? { loaderData?: LoaderData<M> } : { loaderData: LoaderData<M> })

/** One route of those that lie in each other where a page is shown. */
export interface Layer {
  id: string
  module: RouteModule
  path?: string | undefined
  loaderData?: unknown
  actionData?: unknown
  refused?: { status: number; data?: object } | undefined
}

/** A route by its id in `routes.ts`, with the data that its page shows. */
export function layer<M extends RouteModule>(id: string, module: M, given: Given<M>): Layer {
  return { id, module, ...given }
}

/** One state of one page, as a visitor would get it from the server. */
export interface PageState {
  site: SiteName
  /** The address below the language, with its query. */
  at: string
  /** From the outside in. */
  layers: readonly Layer[]
  /** What the site tells its pages where that is not what every installation tells. */
  knows?: Partial<PublicSite>
  /** The words of its `h1`: proof that it is this page, and no other one that is clean. */
  heading: (t: TFunction) => string
  /** What else the page must have, in whatever look it is shown. */
  has?: (page: HTMLElement, seen: Seen) => void | Promise<void>
  /** The same where one look has what another one has not, such as a menu of phones: the state is shown in each of them. */
  inEachLook?: (page: HTMLElement, seen: Seen & { look: string }) => void | Promise<void>
}

interface Seen {
  language: Language
  t: TFunction
}
