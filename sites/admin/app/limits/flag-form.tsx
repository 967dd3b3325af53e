import { type FlagName, flagNames, type FlagScope, flagScopes } from '@bollard/contracts'
import type { FieldErrors } from '@bollard/site-kit'
import { Button, SelectField, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { flagTexts, scopeTexts } from './flag-words.ts'
import { HoursField, NoticeFields } from './notice-fields.tsx'

/** Sets a flag. Every field is there, since which of them count hangs on the flag; each says which flag it is for. */
export function FlagForm({
  wanted,
  errorOf,
  formProps,
}: Pick<FieldErrors, 'errorOf' | 'formProps'> & {
  wanted: { name: FlagName; scope: FlagScope; scopeId: string }
}) {
  const { t } = useTranslation()
  return (
    <Form method="post" className="grid gap-4" {...formProps}>
      <SelectField label={t(($) => $.limits.flag)} name="name" defaultValue={wanted.name}>
        {flagNames.map((name) => (
          <option key={name} value={name}>
            {t(($) => $.limits.names[flagTexts[name]])}
          </option>
        ))}
      </SelectField>
      <SelectField label={t(($) => $.limits.scope)} name="scope" defaultValue={wanted.scope} error={errorOf('scope')}>
        {flagScopes.map((scope) => (
          <option key={scope} value={scope}>
            {t(($) => $.limits.scopes[scopeTexts[scope]])}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t(($) => $.limits.scopeId)}
        hint={t(($) => $.limits.scopeIdHint)}
        name="scopeId"
        defaultValue={wanted.scopeId}
        error={errorOf('scopeId')}
        maxLength={64}
      />
      <TextField
        label={t(($) => $.limits.number)}
        hint={t(($) => $.limits.numberHint)}
        name="number"
        type="number"
        min={1}
        max={10_000}
        error={errorOf('number')}
      />
      <NoticeFields errorOf={errorOf} />
      <HoursField error={errorOf('endsAt')} />
      <TextField
        label={t(($) => $.action.reason)}
        name="reason"
        error={errorOf('reason')}
        required
        minLength={10}
        maxLength={500}
      />
      <Button type="submit" variant="primary" name="intent" value="set" className="justify-self-start">
        {t(($) => $.limits.setNow)}
      </Button>
    </Form>
  )
}
