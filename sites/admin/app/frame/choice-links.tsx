import { type Language, languageNames, languages } from '@bollard/i18n'
import { SegmentedControl, SegmentedItem } from '@bollard/ui'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'

interface ChoiceLinksProps {
  label: string
  /** Of the parameter in the address. */
  name: string
  current: string
  /** Values with their words. */
  options: readonly (readonly [value: string, words: ReactNode])[]
  /** On a phone one below the other, for what does not fit into a row. */
  isLong?: boolean
  /** Drops what else stands in the address, where another choice brings another beginning. */
  isNew?: boolean
}

/** A choice that the address keeps, so that it works without scripts; the others in it stay as they are unless `isNew`. */
export function ChoiceLinks({ label, name, current, options, isLong = false, isNew = false }: ChoiceLinksProps) {
  const [search] = useSearchParams()
  const addressWith = (value: string) => {
    const changed = new URLSearchParams(isNew ? '' : search)
    changed.set(name, value)
    return `?${changed}`
  }
  return (
    <SegmentedControl
      label={label}
      className={isLong ? 'w-fit max-sm:grid max-sm:w-full max-sm:divide-x-0 max-sm:divide-y' : 'w-fit'}
    >
      {options.map(([value, words]) => (
        <SegmentedItem key={value} asChild current={value === current}>
          <Link to={addressWith(value)} preventScrollReset replace>
            {words}
          </Link>
        </SegmentedItem>
      ))}
    </SegmentedControl>
  )
}

/** The language of what is shown, which need not be the page's. */
export function LanguageChoice(props: Omit<ChoiceLinksProps, 'options' | 'current'> & { current: Language }) {
  return (
    <ChoiceLinks
      {...props}
      options={languages.map((language) => [language, <LanguageName key={language} language={language} />])}
    />
  )
}

/** On a phone its code, so that all of them stand in a row. */
function LanguageName({ language }: { language: Language }) {
  return (
    <>
      <span className="max-sm:hidden">{languageNames[language]}</span>
      <abbr title={languageNames[language]} className="uppercase no-underline sm:hidden">
        {language}
      </abbr>
    </>
  )
}
