import { locales } from '@bollard/i18n'
import { useSite } from '@bollard/site-kit'
import { Cell, Row } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Island } from '../pieces/island.tsx'
import { NumberSlider } from '../pieces/number-slider.tsx'
import { PartFrame, PartNote, type Source, SourceLink } from '../pieces/part-frame.tsx'
import { Results } from '../pieces/results.tsx'
import { ValueTable } from '../pieces/value-table.tsx'
import { PartTable } from '../pieces/part-table.tsx'
import { fingerprintNames } from './fingerprint.ts'
import island from './fingerprint-entropy.island.ts?worker&url'

const eckersley: Source = {
  name: 'P. Eckersley, How Unique Is Your Web Browser?, Electronic Frontier Foundation, 2010',
  address: 'https://coveryourtracks.eff.org/static/browser-uniqueness.pdf',
}

/** How many browsers share a value, and the bits that follow. */
const shares = [2, 10, 100, 1_000, 286_777, 1_000_000_000]

/** The values that make a fingerprint, hashed in the reader's browser, and what "bits" of identification means. */
export function FingerprintEntropy() {
  const { t } = useTranslation()
  const locale = locales[useSite().language]
  const texts = t(($) => $.parts.fingerprintEntropy, { returnObjects: true })
  const number = new Intl.NumberFormat(locale)
  const bits = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return (
    <PartFrame title={texts.title} lead={texts.lead} isPrivate>
      <Island element="part-fingerprint-entropy" script={island} texts={texts.words}>
        <ValueTable
          label={texts.table}
          names={fingerprintNames}
          head={texts.head}
          rows={t(($) => $.parts.browserValues, { returnObjects: true })}
        />
        <div data-needs-js className="grid gap-4">
          <Results
            rows={[
              { out: 'drawing', label: texts.drawing },
              { out: 'hash', label: texts.hash },
            ]}
          />
          <p className="mt-2 font-[600]">{texts.calculator}</p>
          <NumberSlider name="visitors" label={texts.visitors} min={1} max={10} value={6} />
          <NumberSlider name="share" label={texts.share} min={1} max={10} value={3} />
          <Results
            rows={[
              { out: 'needed', label: texts.needed },
              { out: 'given', label: texts.given },
              { out: 'left', label: texts.left },
            ]}
          />
        </div>
      </Island>
      <PartTable label={texts.bitsTable} head={[texts.oneIn, texts.bits]}>
        {shares.map((share) => (
          <Row key={share}>
            <Cell>{number.format(share)}</Cell>
            <Cell>{bits.format(Math.log2(share))}</Cell>
          </Row>
        ))}
      </PartTable>
      <PartNote>
        {texts.note} <SourceLink source={eckersley} />
      </PartNote>
    </PartFrame>
  )
}
