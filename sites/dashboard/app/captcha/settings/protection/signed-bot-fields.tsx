import { Button, TextAreaField, TextField } from '@bollard/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SectionForm } from '../../../sections/settings-section.tsx'

interface Bot {
  name: string
  agent: string | null
  publicKey: string
}
const botsMax = 20
const nobody: Bot = { name: '', agent: null, publicKey: '' }

/** Bots that are welcome because they sign their requests. A row that is emptied goes; without scripts one is always free. */
export function SignedBotFields({ form }: { form: SectionForm }) {
  const { t } = useTranslation()
  const bots = Array.isArray(form.shown['signedBots']) ? (form.shown['signedBots'] as unknown as Bot[]) : []
  const [added, setAdded] = useState(1)
  const rows = [...bots, ...Array.from({ length: added }, () => nobody)].slice(0, botsMax)
  return (
    <fieldset className="grid min-w-0 gap-4">
      <legend className="mb-1 text-sm font-[560]">{t(($) => $.captchaSettings.fields.signedBots.label)}</legend>
      <p className="max-w-[44rem] text-sm text-ink-2">{t(($) => $.captchaSettings.fields.signedBots.about)}</p>
      {rows.map((bot, index) => (
        <BotRow key={index} bot={bot} index={index} form={form} />
      ))}
      {rows.length < botsMax ? (
        <Button data-needs-js size="dense" className="justify-self-start" onClick={() => setAdded(added + 1)}>
          {t(($) => $.captchaSettings.signedBots.add)}
        </Button>
      ) : null}
    </fieldset>
  )
}

function BotRow({ bot, index, form }: { bot: Bot; index: number; form: SectionForm }) {
  const { t } = useTranslation()
  const place = `signedBots/${index}`
  const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false }
  return (
    <fieldset className="grid min-w-0 max-w-[44rem] gap-4 rounded-md border border-line p-4 sm:grid-cols-2">
      <legend className="sr-only">{bot.name || t(($) => $.captchaSettings.signedBots.new)}</legend>
      <TextField
        {...plain}
        id={`${place}/name`}
        name={`${place}/name`}
        label={t(($) => $.captchaSettings.signedBots.name)}
        error={form.errorOf(`${place}/name`)}
        maxLength={80}
        defaultValue={bot.name}
      />
      <TextField
        {...plain}
        id={`${place}/agent`}
        name={`${place}/agent`}
        label={t(($) => $.captchaSettings.signedBots.agent)}
        aside={t(($) => $.settings.optional)}
        error={form.errorOf(`${place}/agent`)}
        type="url"
        maxLength={300}
        placeholder="https://bot.example.org"
        defaultValue={bot.agent ?? ''}
      />
      <TextAreaField
        {...plain}
        id={`${place}/publicKey`}
        name={`${place}/publicKey`}
        label={t(($) => $.captchaSettings.signedBots.publicKey)}
        hint={t(($) => $.captchaSettings.signedBots.keyHint)}
        error={form.errorOf(`${place}/publicKey`)}
        rows={2}
        maxLength={4096}
        className="sm:col-span-2"
        defaultValue={bot.publicKey}
      />
    </fieldset>
  )
}
