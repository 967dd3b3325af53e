import { type Language, languageNames, languages } from '@bollard/i18n'
import { SegmentedControl, SegmentedItem } from '@bollard/ui'
import { Link, useSearchParams } from 'react-router'

interface ChoiceLinksProps {
  label: string
  /** Of the parameter in the address. */
  name: string
  current: string
  /** Values with their words. */
  options: readonly (readonly [value: string, words: string])[]
}

/** A choice that the address keeps, so that it works without scripts; the others in it stay as they are. */
export function ChoiceLinks({ label, name, current, options }: ChoiceLinksProps) {
  const [search] = useSearchParams()
  const addressWith = (value: string) => {
    const changed = new URLSearchParams(search)
    changed.set(name, value)
    return `?${changed}`
  }
  return (
    <SegmentedControl label={label} className="w-fit max-w-full flex-wrap">
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
  return <ChoiceLinks {...props} options={languages.map((language) => [language, languageNames[language]])} />
}
