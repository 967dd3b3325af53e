import { Button, FieldError, TextInput } from '@bollard/ui'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sayInput } from './say-input.ts'

export interface Country {
  readonly code: string
  readonly name: string
  /** How many of the last visitors came from there, 0 … 1; null where nobody knows. */
  readonly share: number | null
  readonly isInEu: boolean
}

interface CountryPickerProps {
  name: string
  legend: string
  countries: readonly Country[]
  chosen: readonly string[]
  error?: string | undefined
  /** Shares as people read them. */
  formatShare: (share: number) => string
}

/** Countries by their names, to be ticked. The chosen ones stand first, then those that most visitors come from. */
export function CountryPicker({ name, legend, countries, chosen, error, formatShare }: CountryPickerProps) {
  const { t } = useTranslation()
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  const [search, setSearch] = useState('')
  // Where each stands is decided once: what is ticked must not jump away from under the pointer.
  const [sorted] = useState(() => sortCountries(countries, chosen))
  const wanted = plain(search)
  const isShown = ({ code, name: country }: Country) => plain(country).includes(wanted) || plain(code) === wanted
  const isAnyShown = sorted.some(isShown)
  const tick = (codes: readonly string[] | null) => {
    for (const box of list.current?.querySelectorAll('input') ?? [])
      box.checked = codes === null ? false : box.checked || codes.includes(box.value)
    sayInput(list.current)
  }
  return (
    <fieldset className="grid min-w-0 gap-2" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1 text-sm font-[520]">{legend}</legend>
      <div data-needs-js className="flex flex-wrap gap-2">
        <TextInput
          dense
          type="search"
          aria-label={t(($) => $.rules.searchCountry)}
          placeholder={t(($) => $.rules.searchCountry)}
          autoComplete="off"
          className="!w-56"
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          // Sends the form otherwise.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
        <Button size="dense" onClick={() => tick(countries.flatMap(({ code, isInEu }) => (isInEu ? [code] : [])))}>
          {t(($) => $.rules.addEu)}
        </Button>
        <Button size="dense" variant="quiet" onClick={() => tick(null)}>
          {t(($) => $.rules.clearCountries)}
        </Button>
      </div>
      <ul
        ref={list}
        id={id}
        // Scrolls by itself, so the keyboard has to reach it.
        tabIndex={-1}
        className="grid max-h-64 overflow-y-auto rounded-md border border-line-strong bg-surface p-1.5 sm:grid-cols-2"
      >
        {sorted.map((country) => (
          <li key={country.code} hidden={!isShown(country)}>
            <label className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-sm px-2 text-sm hover:bg-sunken touch:min-h-11">
              <input
                type="checkbox"
                name={name}
                value={country.code}
                defaultChecked={chosen.includes(country.code)}
                aria-invalid={error ? true : undefined}
                className="size-4 shrink-0 accent-amber"
              />
              <span className="min-w-0 [overflow-wrap:anywhere]">{country.name}</span>
              {country.share ? (
                <span className="tabular ms-auto text-xs text-ink-3">{formatShare(country.share)}</span>
              ) : null}
            </label>
          </li>
        ))}
        {isAnyShown ? null : <li className="px-2 py-2 text-sm text-ink-3">{t(($) => $.rules.noCountry)}</li>}
      </ul>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  )
}

function sortCountries(countries: readonly Country[], chosen: readonly string[]): Country[] {
  const rank = ({ code }: Country) => (chosen.includes(code) ? 0 : 1)
  return countries.toSorted((a, b) => rank(a) - rank(b) || (b.share ?? 0) - (a.share ?? 0))
}

/** Without case and accents, so that "osterreich" finds Österreich. */
function plain(text: string): string {
  return text.trim().normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
