import { useFormats } from '@bollard/site-kit'
import type { PredictedWork } from '@bollard/contracts'
import { Cell, HeadCell, Row, Table } from '@bollard/ui'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useFetcher } from 'react-router'
import { useSolution } from '../../../solution/use-solution.ts'
import { NumberSetting } from '../../../sections/setting-controls.tsx'
import type { SectionForm } from '../../../sections/settings-section.tsx'
import type { loader } from './predicted-work.ts'

/** Shorter than anybody notices, and long enough not to ask for each step of the slider. */
const restMs = 150

/** How much work visitors do, with the seconds it takes them. `work`: of the saved difficulty; null where nobody can tell. */
export function DifficultySetting({ form, work }: { form: SectionForm; work: PredictedWork | null }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const predicted = usePredictedWork(form.draft['difficulty'], work)
  const seconds = (value: number) => formats.duration(value * 1000)
  return (
    <div className="grid gap-3">
      <NumberSetting
        form={form}
        name="difficulty"
        label={t(($) => $.captchaSettings.fields.difficulty.label)}
        hint={t(($) => $.captchaSettings.fields.difficulty.about)}
        unit="%"
        min={-50}
        max={50}
        slider={null}
      />
      {predicted === null ? null : (
        <div className="rounded-md border border-line">
          <Table label={t(($) => $.captchaSettings.work.title)} className="stacked-table">
            <thead>
              <tr>
                <HeadCell className="!whitespace-normal">{t(($) => $.captchaSettings.work.device)}</HeadCell>
                {(['ordinary', 'suspicious', 'stepUp'] as const).map((kind) => (
                  <HeadCell key={kind} align="end" className="!whitespace-normal align-bottom">
                    {t(($) => $.captchaSettings.work[kind])}
                  </HeadCell>
                ))}
              </tr>
            </thead>
            <tbody>
              {predicted.devices.map((device) => (
                <Row key={device.device}>
                  <Cell className="stacked-wide !whitespace-normal max-sm:font-[560]">
                    {t(($) => $.captchaSettings.work.devices[device.device])}
                  </Cell>
                  {(['ordinary', 'suspicious', 'stepUp'] as const).map((kind) => (
                    <Cell
                      key={kind}
                      align="end"
                      data-label={t(($) => $.captchaSettings.work[kind])}
                      title={t(($) => $.captchaSettings.work.p95, { time: seconds(device[kind].p95) })}
                    >
                      {seconds(device[kind].mean)}
                    </Cell>
                  ))}
                </Row>
              ))}
            </tbody>
          </Table>
        </div>
      )}
      <p className="text-xs text-ink-3">{t(($) => $.captchaSettings.work.note)}</p>
    </div>
  )
}

/** The prediction for what stands in the field; until it comes, the one before. */
function usePredictedWork(difficulty: unknown, saved: PredictedWork | null): PredictedWork | null {
  const { base } = useSolution()
  const { load, data } = useFetcher<typeof loader>()
  const known = data?.work ?? saved
  const isKnown = known?.difficulty === difficulty
  const isPossible = typeof difficulty === 'number' && Number.isInteger(difficulty) && Math.abs(difficulty) <= 50
  useEffect(() => {
    // Where the page could not be told either, nobody is asked.
    if (saved === null || isKnown || !isPossible) return undefined
    const timer = setTimeout(
      () => void load(`${base}/captcha/settings/predicted-work?difficulty=${difficulty}`),
      restMs,
    )
    return () => clearTimeout(timer)
  }, [saved, isKnown, isPossible, difficulty, base, load])
  return difficulty === saved?.difficulty ? saved : known
}
