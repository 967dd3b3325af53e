import type { PublicContent } from '@bollard/contracts'
import type { Language } from '@bollard/i18n'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { postPatterns } from '../posts/draw-posts.ts'
import { rowWordsOf } from '../posts/row-words.ts'
import { drawComponents } from './draw-components.ts'

/** What a page shows of its services, without the days that are drawn already. */
export interface DrawnGroup {
  readonly name: string | null
  readonly components: readonly Pick<PublicContent['groups'][number]['components'][number], 'id' | 'name' | 'state'>[]
  /** HTML. */
  readonly rows: string
}

/** Draws the services of a page in a language. */
export function drawGroups(content: PublicContent, language: Language, t: TFunction): DrawnGroup[] {
  const words = rowWordsOf(content, { t, language })
  return content.groups.map(({ name, components }) => ({
    name,
    components: components.map(({ id, name: called, state }) => ({ id, name: called, state })),
    rows: drawComponents(components, content.days, words),
  }))
}

/** Every component with its state and its days, in groups. */
export function ComponentsOfPage({ groups }: { groups: readonly DrawnGroup[] }) {
  const { t } = useTranslation()
  return (
    <section aria-labelledby="services" className="grid gap-8">
      <h2 id="services" className="sr-only">
        {t(($) => $.services)}
      </h2>
      <svg aria-hidden="true" className="absolute size-0" dangerouslySetInnerHTML={{ __html: postPatterns }} />
      {groups.map(({ name, rows }, index) => (
        <section key={index} {...(name === null ? {} : { 'aria-label': name })} className="grid gap-3">
          {name === null ? null : <h3 className="text-lg">{name}</h3>}
          <ul
            className="divide-y divide-line rounded-md border border-line bg-surface"
            dangerouslySetInnerHTML={{ __html: rows }}
          />
        </section>
      ))}
    </section>
  )
}
