import type { StatusPage, StatusPageNew } from '@bollard/contracts'
import { textOf } from '@bollard/site-kit'

/** One line of the list of services: a component of the page, or a service that could become one. */
export interface TypedComponent {
  /** Empty where it is new. */
  id: string
  serviceId: string
  isShown: boolean
  name: string
  description: string
  group: string
  order: string
}

/** A status page as somebody typed it. */
export interface TypedPage {
  slug: string
  host: string
  name: string
  description: string
  announcement: string
  days: string
  responseTimes: boolean
  maintenance: boolean
  light: string
  dark: string
  languages: string[]
  networks: string
  noindex: boolean
  published: boolean
  components: TypedComponent[]
}

interface Service {
  readonly id: string
  readonly name: string
}

export const newPage = (language: string, services: readonly Service[]): TypedPage => ({
  slug: '',
  host: '',
  name: '',
  description: '',
  announcement: '',
  days: '90',
  responseTimes: false,
  maintenance: true,
  light: '',
  dark: '',
  languages: [language],
  networks: '',
  noindex: false,
  published: false,
  components: linesOf([], services),
})

type Same = Pick<TypedPage, 'slug' | 'name' | 'responseTimes' | 'maintenance' | 'noindex' | 'published'>

/** What is typed as it is stored. */
function sameIn({ slug, name, responseTimes, maintenance, noindex, published }: Same): Same {
  return { slug, name, responseTimes, maintenance, noindex, published }
}

export function shownPage(page: StatusPage, services: readonly Service[]): TypedPage {
  return {
    ...sameIn(page),
    host: page.host ?? '',
    description: page.description ?? '',
    announcement: page.announcement ?? '',
    days: String(page.days),
    light: page.colors.light ?? '',
    dark: page.colors.dark ?? '',
    languages: [...page.languages],
    networks: page.networks.join('\n'),
    components: linesOf(page.groups, services),
  }
}

/** Components of the page in their order, then every service that it does not show. */
function linesOf(groups: StatusPage['groups'], services: readonly Service[]): TypedComponent[] {
  const shown = groups.flatMap(({ name: group, components }) =>
    components.map(({ id, serviceId, name, description }) => ({
      id,
      serviceId,
      isShown: true,
      name,
      description: description ?? '',
      group: group ?? '',
    })),
  )
  const used = new Set(shown.map(({ serviceId }) => serviceId))
  const others = services
    .filter(({ id }) => !used.has(id))
    .map(({ id, name }) => ({ id: '', serviceId: id, isShown: false, name, description: '', group: '' }))
  return [...shown, ...others].map((line, index) => ({ ...line, order: String(index + 1) }))
}

export function typedPage(form: FormData): TypedPage {
  const text = (name: string) => textOf(form, name).trim()
  const has = (name: string) => form.has(name)
  const lines = Number(text('lines')) || 0
  return {
    slug: text('slug'),
    host: text('host').toLowerCase(),
    name: text('name'),
    description: text('description'),
    announcement: text('announcement'),
    days: text('days'),
    responseTimes: has('responseTimes'),
    maintenance: has('maintenance'),
    light: text('colors/light').toLowerCase(),
    dark: text('colors/dark').toLowerCase(),
    languages: form.getAll('languages').map(String),
    networks: text('networks'),
    noindex: has('noindex'),
    published: has('published'),
    components: Array.from({ length: Math.min(lines, 5_000) }, (_, index) => ({
      id: text(`line/${index}/id`),
      serviceId: text(`line/${index}/serviceId`),
      isShown: has(`line/${index}/shown`),
      name: text(`line/${index}/name`),
      description: text(`line/${index}/description`),
      group: text(`line/${index}/group`),
      order: text(`line/${index}/order`),
    })),
  }
}

/** What the page shows, under its headings, in the order of the numbers. */
export function groupsOf(
  components: readonly TypedComponent[],
): { name: string | null; components: TypedComponent[] }[] {
  const shown = components
    .filter(({ isShown }) => isShown)
    .toSorted((one, other) => (Number(one.order) || 0) - (Number(other.order) || 0))
  return [...Map.groupBy(shown, ({ group }) => group)].map(([name, lines]) => ({
    name: name === '' ? null : name,
    components: lines,
  }))
}

/** As it is sent, without the password. */
export function pageOf(typed: TypedPage, logo: string | null): Omit<StatusPageNew, 'password'> {
  const orNull = (text: string) => (text === '' ? null : text)
  return {
    ...sameIn(typed),
    logo,
    host: orNull(typed.host),
    description: orNull(typed.description),
    announcement: orNull(typed.announcement),
    days: Number(typed.days),
    colors: { light: orNull(typed.light), dark: orNull(typed.dark) },
    languages: typed.languages as StatusPageNew['languages'],
    networks: typed.networks.split(/[\s,]+/u).filter(Boolean),
    groups: groupsOf(typed.components).map((group) => ({
      name: group.name,
      components: group.components.map(({ id, serviceId, name: shownName, description }) => ({
        id: orNull(id),
        serviceId,
        name: shownName,
        description: orNull(description),
      })),
    })),
  }
}
