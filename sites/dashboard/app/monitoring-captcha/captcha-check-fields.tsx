import { passRateFigureNames } from '@bollard/contracts'
import { SelectField, TextAreaField, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { type Choice, Ticks, withChosen } from '../monitoring/ticks.tsx'
import { at, type CaptchaCheckKind, type TypedFields } from './typed-captcha-check.ts'

interface CaptchaCheckProps {
  kind: CaptchaCheckKind
  typed: TypedFields
  errorOf: (name: string) => string | undefined
  /** Captchas of the same owner in which the person has a role. */
  captchas: readonly Choice[]
  /** Services of the kind HEARTBEAT. */
  heartbeats: readonly Choice[]
  /** Whether the operator names a browser. */
  hasBrowser: boolean
}

/** What there is to fill in of a check that asks a captcha. */
export function CaptchaCheckFields(props: CaptchaCheckProps) {
  return (
    <div className="grid gap-5">
      {props.kind === 'FORM' ? <FormFields {...props} /> : <PassRateFields {...props} />}
    </div>
  )
}

function useFields({ typed, errorOf }: CaptchaCheckProps) {
  const { t } = useTranslation()
  const words = t(($) => $.monitoringCaptcha, { returnObjects: true })
  const optional = { aside: t(($) => $.settings.optional) }
  const field = (name: keyof typeof words.fields & string, path: string = name) => ({
    id: `${at}/${path}`,
    name: `${at}/${path}`,
    label: words.fields[name],
    error: errorOf(`${at}/${path}`),
    defaultValue: typed[`${at}/${path}`] ?? '',
    autoComplete: 'off',
  })
  return { words, optional, field }
}

function FormFields(props: CaptchaCheckProps) {
  const { words, optional, field } = useFields(props)
  const { heartbeats, typed, hasBrowser } = props
  const kept = ['redirectsMax', 'family', 'keeps'].map((name) => `${at}/${name}`)
  return (
    <>
      {kept.map((name) =>
        typed[name] === undefined ? null : <input key={name} type="hidden" name={name} value={typed[name]} />,
      )}
      <TextField {...field('url')} required inputMode="url" />
      <TextField {...field('siteKey')} hint={words.hints.siteKey} required spellCheck={false} placeholder="bsk_…" />
      <TextAreaField
        {...field('fields')}
        hint={typed[`${at}/keeps`] ? words.hints.keeps : words.hints.fields}
        {...optional}
        rows={4}
        spellCheck={false}
        placeholder={'email: monitor@example.org\nmessage: {{run}}'}
      />
      <SelectField {...field('way')} hint={hasBrowser ? words.hints.way : words.hints.noBrowser}>
        <option value="PROTOCOL">{words.ways.PROTOCOL}</option>
        <option value="BROWSER" disabled={!hasBrowser && typed[`${at}/way`] !== 'BROWSER'}>
          {words.ways.BROWSER}
        </option>
      </SelectField>
      <TextField {...field('statusCodes')} {...optional} />
      <TextField {...field('responseField')} hint={words.hints.responseField} {...optional} spellCheck={false} />
      <SelectField {...field('heartbeat', 'heartbeat/serviceId')} hint={words.hints.heartbeat} {...optional}>
        <option value="">{words.none}</option>
        {withChosen(heartbeats, [typed[`${at}/heartbeat/serviceId`] ?? '']).map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField {...field('withinSeconds', 'heartbeat/withinSeconds')} inputMode="numeric" />
    </>
  )
}

function PassRateFields(props: CaptchaCheckProps) {
  const { words, optional, field } = useFields(props)
  const { captchas, typed, errorOf } = props
  const name = `${at}/figures`
  const chosen = (typed[name] ?? '').split('\n')
  return (
    <>
      <SelectField {...field('solutionId')} hint={words.hints.solutionId} required>
        {withChosen(captchas, [typed[`${at}/solutionId`] ?? '']).map(({ id, name: label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </SelectField>
      <Ticks
        name={name}
        legend={words.fields.figures}
        options={passRateFigureNames.map((figure) => ({ id: figure, name: words.figures[figure] }))}
        chosen={chosen}
        error={errorOf(name)}
      />
      <TextField {...field('volumeMin')} hint={words.hints.volumeMin} {...optional} inputMode="numeric" />
      <TextField {...field('degradedScore')} hint={words.hints.score} {...optional} inputMode="decimal" />
      <TextField {...field('downScore')} {...optional} inputMode="decimal" />
    </>
  )
}
