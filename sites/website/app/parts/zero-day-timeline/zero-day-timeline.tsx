import { locales } from '@bollard/i18n'
import { useSite } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'
import { PartFrame, PartNote, type Source, SourceLink } from '../pieces/part-frame.tsx'
import { Stepper } from '../stepper/stepper.tsx'

const record: Source = {
  name: 'CVE-2021-44228, CVE record of the Apache Software Foundation',
  address: 'https://www.cve.org/CVERecord?id=CVE-2021-44228',
}
const cloudflare: Source = {
  name: 'How Cloudflare security responded to Log4j 2 vulnerability, Cloudflare, 10 December 2021',
  address: 'https://blog.cloudflare.com/how-cloudflare-security-responded-to-log4j2-vulnerability',
}
const second: Source = {
  name: 'Protection against CVE-2021-45046, Cloudflare, 15 December 2021',
  address: 'https://blog.cloudflare.com/protection-against-cve-2021-45046-the-additional-log4j-rce-vulnerability/',
}
const directive: Source = {
  name: 'Emergency Directive 22-02, CISA, 17 December 2021',
  address: 'https://www.cisa.gov/emergency-directive-22-02',
}

/** Log4Shell, day by day. */
const events = [
  { id: 'reserved', day: '2021-11-26', source: record },
  { id: 'disclosed', day: '2021-12-09', source: cloudflare },
  { id: 'published', day: '2021-12-10', source: record },
  { id: 'incomplete', day: '2021-12-15', source: second },
  { id: 'directive', day: '2021-12-17', source: directive },
  { id: 'closed', day: '2022-04-08', source: directive },
] as const

const dayMs = 86_400_000
const dayOf = (day: string): number => Date.parse(day) / dayMs
const start = dayOf(events[0].day)

/** A real zero-day as a timeline to step through; each step names the document that it is taken from. */
export function ZeroDayTimeline() {
  const { t } = useTranslation()
  const { language } = useSite()
  const texts = t(($) => $.parts.zeroDayTimeline, { returnObjects: true })
  const days = new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone: 'UTC' })
  return (
    <PartFrame title={texts.title} lead={texts.lead}>
      <Stepper
        drawing={<Days label={texts.drawing} />}
        steps={events.map(({ id, day, source }) => ({
          id,
          title: <time dateTime={day}>{days.format(Date.parse(day))}</time>,
          text: (
            <>
              <p>{texts.events[id]}</p>
              <p className="mt-1.5 text-sm">
                {texts.source} <SourceLink source={source} />
              </p>
            </>
          ),
        }))}
      />
      <PartNote>{texts.note}</PartNote>
    </PartFrame>
  )
}

/** The events to scale, down the page: six pixels a day, and a break before the last, which came months later. */
function Days({ label }: { label: string }) {
  const height = 190
  const positions = events.map(({ day }, index) =>
    index === events.length - 1 ? height - 12 : 12 + (dayOf(day) - start) * 6,
  )
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 320 ${height}`} className="block h-auto w-full max-w-[20rem]">
      <rect x="30" y="12" width="8" height={height - 24} rx="4" className="fill-line" />
      {/* What nobody could defend against: known to some, without a correction. */}
      <rect x="30" y={positions[0]} width="8" height={(positions[2] ?? 0) - (positions[0] ?? 0)} className="fill-bot" />
      {events.map(({ id, day }, index) => (
        <g key={id} data-on={index + 1} className="transition-opacity data-off:opacity-40">
          <circle cx="34" cy={positions[index]} r="7" strokeWidth="3" className="fill-surface stroke-ink" />
          <text
            x={index % 2 === 0 ? 54 : 150}
            y={(positions[index] ?? 0) + 5}
            className="fill-ink-2 font-mono text-[13px]"
          >
            {day}
          </text>
        </g>
      ))}
      <path d="M26 160l16 -8M26 167l16 -8" strokeWidth="2" className="stroke-ink-3" />
    </svg>
  )
}
