import { locales } from '@bollard/i18n'
import { useSite } from '@bollard/site-kit'
import { Cell, Row, TextField } from '@bollard/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Island } from '../pieces/island.tsx'
import { measured } from '../pieces/measured.ts'
import { PartFrame, PartNote, SourceLink } from '../pieces/part-frame.tsx'
import { PartTable } from '../pieces/part-table.tsx'
import { hoursFor, studies } from './studies.ts'
import island from './time-cost.island.ts?worker&url'

const exampleForms = 1000

/** What others have measured of captchas that people solve, beside what a browser does for ours; in hours for the reader's forms. */
export function TimeCost() {
  const { t } = useTranslation()
  const locale = locales[useSite().language]
  const { equix, figures } = measured
  const second = equix.waits.map(({ meanMs }) => meanMs / 1000)
  const measuredAt = [figures.measuredOn, equix.measuredAt].toSorted()[0] ?? equix.measuredAt
  const words = t(($) => $.parts.timeCost, {
    returnObjects: true,
    date: new Date(measuredAt).toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' }),
    machine: `${equix.machine.cpu}, ${equix.machine.browser}`,
  })
  return (
    <PartFrame title={words.title} lead={words.lead}>
      <Island element="part-time-cost" script={island}>
        <div className="max-w-72">
          <TextField
            label={words.forms}
            name="time-forms"
            type="number"
            inputMode="numeric"
            min={0}
            max={1e12}
            autoComplete="off"
            defaultValue={exampleForms}
          />
        </div>
        <PartTable label={words.table} head={[words.kind, words.seconds, words.hours, words.source]}>
          {studies.map(({ id, seconds, source, quotedBy }) => (
            <TimeRow key={id} locale={locale} text={words.studies[id]} seconds={[seconds]}>
              <SourceLink source={source} />
              {quotedBy === undefined ? null : (
                <span className="block text-sm text-ink-2">
                  {words.quotedBy} <SourceLink source={quotedBy} />
                </span>
              )}
            </TimeRow>
          ))}
          <TimeRow locale={locale} text={words.own.second} seconds={[Math.min(...second), Math.max(...second)]}>
            {words.own.source}
          </TimeRow>
          <TimeRow locale={locale} text={words.own.first} seconds={[figures.wait.seconds]}>
            {words.own.source}
          </TimeRow>
        </PartTable>
      </Island>
      <PartNote>{words.own.how}</PartNote>
      <PartNote>{words.limits}</PartNote>
    </PartFrame>
  )
}

/** What was measured of one kind of check: a value, or both ends of a range. */
function TimeRow(row: { text: string; seconds: readonly number[]; locale: string; children: ReactNode }) {
  const shown = (values: number[], digits: number) =>
    values.map((value) => value.toLocaleString(row.locale, { maximumSignificantDigits: digits })).join('–')
  return (
    <Row>
      <Cell className="min-w-52 whitespace-normal!">{row.text}</Cell>
      <Cell>{shown([...row.seconds], 3)}</Cell>
      <Cell data-seconds={row.seconds.join(' ')}>
        {shown(
          row.seconds.map((each) => hoursFor(exampleForms, each)),
          2,
        )}
      </Cell>
      <Cell className="min-w-44 whitespace-normal!">{row.children}</Cell>
    </Row>
  )
}
