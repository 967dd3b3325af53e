import { locales } from '@bollard/i18n'
import { useSite } from '@bollard/site-kit'
import { Button, Cell, Row } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { AlphabetField } from '../pieces/alphabet-field.tsx'
import { bitsOf, durationText, guessesPerSecond, secondsToGuess } from '../pieces/guessing-time.ts'
import { Island } from '../pieces/island.tsx'
import { NumberSlider } from '../pieces/number-slider.tsx'
import { PartFrame, PartNote } from '../pieces/part-frame.tsx'
import { PartTable } from '../pieces/part-table.tsx'
import { Results } from '../pieces/results.tsx'
import island from './password-strength.island.ts?worker&url'

/** Words of a Diceware list: five throws of a die each. */
const dicewareWords = 6 ** 5

/** Ways to choose a password, and what they give if chance chooses. */
const recipes = [
  { id: 'pin', alphabet: 10, length: 6 },
  { id: 'short', alphabet: 62, length: 8 },
  { id: 'long', alphabet: 94, length: 16 },
  { id: 'words', alphabet: dicewareWords, length: 6 },
] as const

/** A generator with exact entropy, and what one leak opens when passwords are used twice. Nobody is asked to type a password. */
export function PasswordStrength() {
  const { t } = useTranslation()
  const locale = locales[useSite().language]
  const texts = t(($) => $.parts.passwordStrength, { returnObjects: true })
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
  return (
    <PartFrame title={texts.title} lead={texts.lead} isPrivate>
      <PartTable label={texts.table} head={[texts.recipe, texts.bits, texts.time]}>
        {recipes.map(({ id, alphabet, length }) => (
          <Row key={id}>
            <Cell className="!whitespace-normal">{texts.recipes[id]}</Cell>
            <Cell>{number.format(bitsOf(alphabet, length))}</Cell>
            <Cell className="!whitespace-normal">
              {durationText(secondsToGuess(bitsOf(alphabet, length), guessesPerSecond.md5), locale, texts.words)}
            </Cell>
          </Row>
        ))}
      </PartTable>
      <Island element="part-password-strength" script={island} texts={texts.words}>
        <div data-needs-js className="grid gap-4">
          <p className="font-[600]">{texts.generator}</p>
          <div className="grid gap-4 sm:grid-cols-2">
            <AlphabetField chosen="printable" />
            <NumberSlider name="length" label={texts.length} min={4} max={40} value={16} />
          </div>
          <Results
            rows={[
              { out: 'password', label: texts.password },
              { out: 'bits', label: texts.bits },
              { out: 'time', label: texts.time },
            ]}
          />
          <div>
            <Button data-do="another">{texts.another}</Button>
          </div>
          <p className="mt-2 font-[600]">{texts.reuse}</p>
          <div className="grid gap-4 sm:grid-cols-2">
            <NumberSlider name="accounts" label={texts.accounts} min={1} max={300} value={100} />
            <NumberSlider name="passwords" label={texts.passwords} min={1} max={300} value={5} />
          </div>
          <output data-out="reuse" className="rounded-md bg-sunken px-4 py-3" />
        </div>
      </Island>
      <PartNote>{texts.note}</PartNote>
    </PartFrame>
  )
}
