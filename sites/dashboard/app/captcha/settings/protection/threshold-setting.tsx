import { useFormats } from '@bollard/site-kit'
import type { Statistics } from '@bollard/contracts'
import { useTranslation } from 'react-i18next'
import { NumberSetting } from '../../../sections/setting-controls.tsx'
import type { SectionForm } from '../../../sections/settings-section.tsx'
import { scoredFrom } from './scored-from.ts'

const [lowest, highest] = [0.2, 1] as const

/** From which score visitors are blocked, above the scores of the last days. `scores`: null where the statistics cannot be had. */
export function ThresholdSetting({
  form,
  scores,
  saved,
}: {
  form: SectionForm
  scores: Statistics['scores'] | null
  saved: number
}) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { draft } = form
  const threshold = typeof draft['threshold'] === 'number' ? draft['threshold'] : saved
  const all = scores?.reduce((sum, { passed, flagged, refused }) => sum + passed + flagged + refused, 0) ?? 0
  const { least, most } = scoredFrom(scores ?? [], threshold)
  const figures = {
    count: most,
    least: formats.whole(least),
    most: formats.whole(most),
    all: formats.whole(all),
    threshold: formats.score(threshold),
  }
  return (
    <div className="grid gap-2">
      <NumberSetting
        form={form}
        name="threshold"
        label={t(($) => $.captchaSettings.fields.threshold.label)}
        hint={t(($) => $.captchaSettings.fields.threshold.about)}
        min={lowest}
        max={highest}
        step={0.01}
        slider={all > 0 ? <Distribution scores={scores ?? []} threshold={threshold} /> : null}
      />
      <p className="text-sm" aria-live="polite">
        {all === 0
          ? t(($) => $.captchaSettings.threshold.noScores)
          : least === most
            ? t(($) => $.captchaSettings.threshold.scored, figures)
            : t(($) => $.captchaSettings.threshold.scoredBetween, figures)}
      </p>
    </div>
  )
}

/** The scores that the slider below can reach; its thumb keeps half its width away from both ends. */
function Distribution({ scores, threshold }: { scores: Statistics['scores']; threshold: number }) {
  const { t } = useTranslation()
  const reachable = scores.filter(({ from }) => from >= lowest - 0.001)
  const tallest = Math.max(1, ...reachable.map(({ passed, flagged, refused }) => passed + flagged + refused))
  const [width, height] = [800, 96]
  const placeOf = (score: number) => ((score - lowest) / (highest - lowest)) * width
  return (
    <svg
      role="img"
      aria-label={t(($) => $.captchaSettings.threshold.distribution)}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="h-24 w-full px-2"
    >
      <rect x={placeOf(threshold)} y="0" width={width - placeOf(threshold)} height={height} fill="var(--bot-wash)" />
      {reachable.map(({ from, to, passed, flagged, refused }) => {
        const [left, wide] = [placeOf(from) + 2, placeOf(to) - placeOf(from) - 4]
        let bottom = height
        return (
          <g key={from}>
            {(
              [
                [passed, 'var(--series-human)'],
                [flagged, 'var(--series-doubt)'],
                [refused, 'var(--series-bot)'],
              ] as const
            ).map(([count, colour]) => {
              // A single visitor among thousands is still seen.
              const tall = count === 0 ? 0 : Math.max(2, (count / tallest) * (height - 6))
              bottom -= tall
              return <rect key={colour} x={left} y={bottom} width={wide} height={tall} fill={colour} />
            })}
          </g>
        )
      })}
      <line
        x1={placeOf(threshold)}
        x2={placeOf(threshold)}
        y1="0"
        y2={height}
        stroke="var(--ink)"
        strokeWidth="2"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
