import { Pager } from '@bollard/site-kit'
import { Button, SelectField, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form, useSearchParams } from 'react-router'

interface Choice {
  name: string
  label: string
  /** Values of the address and their words; the empty one, which means all, is added. */
  options: readonly (readonly [string, string])[]
}

/** Filters of a list, which stand in its address. It works without JavaScript, and a new filter begins at the first page. */
export function ListSearch({ hint, choices = [] }: { hint?: string; choices?: readonly Choice[] }) {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  return (
    <search>
      <Form
        method="get"
        key={search.toString()}
        className="mb-4 flex flex-wrap items-start gap-3 *:min-w-0 *:max-sm:grow"
      >
        {hint === undefined ? null : (
          <TextField
            className="grow basis-64"
            label={t(($) => $.list.search)}
            hint={hint}
            type="search"
            name="q"
            maxLength={100}
            defaultValue={search.get('q') ?? ''}
          />
        )}
        {choices.map(({ name, label, options }) => (
          <SelectField key={name} label={label} name={name} defaultValue={search.get(name) ?? ''}>
            <option value="">{t(($) => $.list.all)}</option>
            {options.map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </SelectField>
        ))}
        <div className="grid gap-1.5">
          {/* As high as a label, so that the button stands beside the fields and not beside what is said below them. */}
          <span aria-hidden="true" className="text-sm max-sm:hidden">
            {'\u00A0'}
          </span>
          <Button type="submit">{hint === undefined ? t(($) => $.list.find) : t(($) => $.list.search)}</Button>
        </div>
      </Form>
    </search>
  )
}

/** Steps through a list by its cursor, in the words of this site. */
export function ListPager(place: { nextCursor: string | null; isFirstPage: boolean }) {
  const { t } = useTranslation()
  return (
    <Pager {...place} newest={t(($) => $.list.newest)} newer={t(($) => $.list.newer)} older={t(($) => $.list.older)} />
  )
}
