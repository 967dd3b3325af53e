import { locales } from '@bollard/i18n'
import { useSite } from '@bollard/site-kit'
import { Cell, Row, SelectField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { AlphabetField } from '../pieces/alphabet-field.tsx'
import { alphabets } from '../pieces/alphabets.ts'
import { bitsOf, durationText, type Guessing, guessesPerSecond, secondsToGuess } from '../pieces/guessing-time.ts'
import { Island } from '../pieces/island.tsx'
import { NumberSlider } from '../pieces/number-slider.tsx'
import { PartFrame, PartNote, type Source, SourceLink } from '../pieces/part-frame.tsx'
import { PartTable } from '../pieces/part-table.tsx'
import { Results } from '../pieces/results.tsx'
import island from './brute-force-time.island.ts?worker&url'

const measured: Source = {
  name: 'Hashcat 6.0.0 benchmark of one GeForce RTX 2060, M. Lim, 21 June 2020',
  address: 'https://github.com/MikeLim7/hashcat/blob/master/Hashcat6-nVidia-GeForce-RTX-2060.md',
}
const limit: Source = {
  name: 'OWASP Application Security Verification Standard 4.0.3, 2.2.1',
  address: 'https://github.com/OWASP/ASVS/blob/v4.0.3/4.0/en/0x11-V2-Authentication.md',
}

const guessings = Object.keys(guessesPerSecond) as Guessing[]
const lengths = [6, 8, 10, 12, 16]
const columns = ['online', 'bcrypt', 'md5'] as const

/** How long guessing a random password takes: arithmetic on stated speeds. The table is there without script. */
export function BruteForceTime() {
  const { t } = useTranslation()
  const locale = locales[useSite().language]
  const texts = t(($) => $.parts.bruteForceTime, { returnObjects: true })
  const { words } = texts
  return (
    <PartFrame title={texts.title} lead={texts.lead} isPrivate>
      <Island element="part-brute-force-time" script={island} texts={words}>
        <div data-needs-js className="grid gap-4 sm:grid-cols-2">
          <AlphabetField chosen="alphanumeric" />
          <SelectField label={texts.guessing} name="guessing" defaultValue="bcrypt" autoComplete="off">
            {guessings.map((name) => (
              <option key={name} value={name}>
                {texts.guessings[name]}
              </option>
            ))}
          </SelectField>
          <NumberSlider name="length" label={texts.length} min={1} max={32} value={10} />
          <NumberSlider name="cards" label={texts.cards} min={1} max={1_000} value={1} />
        </div>
        <div data-needs-js>
          <Results
            rows={[
              { out: 'possibilities', label: texts.possibilities },
              { out: 'bits', label: texts.bits },
              { out: 'speed', label: texts.speed },
              { out: 'time', label: texts.time },
            ]}
          />
        </div>
      </Island>
      <PartTable label={texts.table} head={[texts.length, ...columns.map((column) => texts.guessings[column])]}>
        {lengths.map((length) => (
          <Row key={length}>
            <Cell>{length}</Cell>
            {columns.map((column) => (
              <Cell key={column} className="!whitespace-normal">
                {durationText(
                  secondsToGuess(bitsOf(alphabets.alphanumeric.length, length), guessesPerSecond[column]),
                  locale,
                  words,
                )}
              </Cell>
            ))}
          </Row>
        ))}
      </PartTable>
      <PartNote>
        {texts.note} <SourceLink source={measured} /> · <SourceLink source={limit} />
      </PartNote>
    </PartFrame>
  )
}
