import { roles } from '@bollard/contracts'
import { languageNames, languages } from '@bollard/i18n'
import { type ShownProblem, useIsSending, useSite } from '@bollard/site-kit'
import { Button, Card, CardHeader, SelectField, TextAreaField, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { HeldBy } from '../../forms/held-by.tsx'
import { OrganizationProblem } from '../organization-problem.tsx'
import { textOf } from '../text-of.ts'
import { useFormWords } from '../use-form-words.ts'

/** What was typed into it, from the form itself or from where it was held. */
export function invitationIn(fields: FormData | URLSearchParams) {
  return {
    email: textOf(fields, 'email'),
    role: textOf(fields, 'role'),
    language: textOf(fields, 'language'),
    message: textOf(fields, 'message'),
  }
}

interface InvitationFormProps {
  typed: ReturnType<typeof invitationIn> | null
  problem: ShownProblem | null | undefined
  words: Readonly<Record<string, string>>
}

export function InvitationForm({ typed, problem, words }: InvitationFormProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const isSending = useIsSending()
  const { errorOf, formProps } = useFormWords(problem, { email: t(($) => $.structure.fieldErrors.email) })
  const labels = {
    email: t(($) => $.organizations.members.email),
    role: t(($) => $.organizations.members.role),
    message: t(($) => $.organizations.members.message),
  }
  return (
    <Card className="sm:p-6">
      <Form method="post" className="grid max-w-[34rem] gap-5" {...formProps}>
        <CardHeader className="!mb-0" title={t(($) => $.organizations.members.invite)} />
        <OrganizationProblem problem={problem} labels={labels} errorOf={errorOf} words={words} />
        <HeldBy />
        <input type="hidden" name="intent" value="invite" />
        <TextField
          id="email"
          name="email"
          type="email"
          label={labels.email}
          error={errorOf('email')}
          required
          maxLength={254}
          autoComplete="off"
          defaultValue={typed?.email ?? ''}
        />
        <fieldset className="grid gap-2">
          <legend className="mb-1.5 text-sm font-[520]">{labels.role}</legend>
          {roles.map((role) => (
            <label
              key={role}
              className="flex cursor-pointer items-start gap-3 rounded-md border border-line-strong px-4 py-2.5 hover:border-ink-3 has-checked:border-ink has-checked:bg-sunken"
            >
              <input
                type="radio"
                name="role"
                value={role}
                defaultChecked={(typed?.role || 'MEMBER') === role}
                className="mt-1 size-4 shrink-0 accent-amber"
              />
              <span className="grid gap-0.5 text-sm font-[560]">
                {t(($) => $.roles[role])}
                <span className="font-[400] text-ink-2">{t(($) => $.organizations.members.roles[role])}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <SelectField
          id="language"
          name="language"
          label={t(($) => $.organizations.members.language)}
          error={errorOf('language')}
          defaultValue={typed?.language || language}
        >
          {languages.map((code) => (
            <option key={code} value={code}>
              {languageNames[code]}
            </option>
          ))}
        </SelectField>
        <TextAreaField
          id="message"
          name="message"
          rows={3}
          label={labels.message}
          aside={t(($) => $.organizations.fields.optional)}
          error={errorOf('message')}
          maxLength={500}
          defaultValue={typed?.message ?? ''}
        />
        <Button type="submit" variant="primary" className="justify-self-start" aria-disabled={isSending}>
          {isSending ? t(($) => $.organizations.members.inviting) : t(($) => $.organizations.members.sendInvitation)}
        </Button>
      </Form>
    </Card>
  )
}
