import { SelectField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { type Alphabet, alphabetNames, alphabets } from './alphabets.ts'

/** A choice of the characters that a password is made of, each with their number. */
export function AlphabetField({ chosen }: { chosen: Alphabet }) {
  const { t } = useTranslation()
  const { label, names } = t(($) => $.parts.alphabets, { returnObjects: true })
  return (
    <SelectField label={label} name="alphabet" defaultValue={chosen} autoComplete="off">
      {alphabetNames.map((name) => (
        <option key={name} value={name}>
          {names[name]} ({alphabets[name].length})
        </option>
      ))}
    </SelectField>
  )
}
