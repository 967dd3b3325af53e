import { type Language, languageNames, languages } from '@bollard/i18n'
import { ProblemAlert, type ShownProblem, useFieldErrors, useIsSending } from '@bollard/site-kit'
import { Alert, Button, ButtonLink, Card, CardHeader, SelectField, TextAreaField, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form, Link } from 'react-router'
import { HeldBy } from '../forms/held-by.tsx'
import { isPlanFull } from './is-plan-full.ts'
import type { SeenPlace } from './people-place.ts'
import type { TypedInvitation } from './typed-invitation.ts'
import { RoleChoice } from './role-choice.tsx'
import { usePeopleWords } from './use-people-words.ts'

interface InviteFormProps {
  place: SeenPlace
  typed: TypedInvitation | null
  problem: ShownProblem | null
  /** The person has just proven who they are, and finds what they had typed. */
  isBack: boolean
  /** Names this one invitation, so that a form sent twice sends one mail. */
  intent: string
  language: Language
}

/** Asks for somebody's address. Keyed by `intent` on its page, so that it is empty again once an invitation was sent. */
export function InviteForm({ place, typed, problem, isBack, intent, language }: InviteFormProps) {
  const { t } = useTranslation()
  const { quota, roleMay } = usePeopleWords(place)
  const isSending = useIsSending()
  const { errorOf, formProps } = useFieldErrors(problem, { email: 'email' })
  const isFull = isPlanFull(problem)
  const words = {
    'already-member': t(($) => $.settings.invite.alreadyMember),
    'quota-exceeded': isFull ? t(($) => $.settings.invite.planFull) : quota,
    'solution-locked': t(($) => $.settings.locked),
  }
  return (
    <Card className="sm:p-6">
      <CardHeader title={t(($) => $.settings.invite.title)} />
      <Form method="post" className="grid gap-5" {...formProps}>
        <HeldBy />
        <input type="hidden" name="do" value="invite" />
        <input type="hidden" name="intent" value={intent} />
        <ProblemAlert problem={problem} words={words}>
          {isFull ? (
            <ButtonLink asChild size="dense" className="mt-2.5">
              <Link to={`${place.home}/settings/billing`}>{t(($) => $.settings.invite.toPlan)}</Link>
            </ButtonLink>
          ) : null}
        </ProblemAlert>
        {isBack && problem === null ? <Alert kind="info">{t(($) => $.settings.proven)}</Alert> : null}
        <div className="grid gap-5 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <TextField
            id="email"
            label={t(($) => $.settings.invite.email)}
            error={errorOf('email')}
            name="email"
            type="email"
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
            maxLength={254}
            placeholder="name@example.org"
            defaultValue={typed?.email ?? ''}
          />
          <SelectField
            label={t(($) => $.settings.invite.language)}
            error={errorOf('language')}
            name="language"
            defaultValue={typed?.language ?? language}
          >
            {languages.map((one) => (
              <option key={one} value={one} lang={one}>
                {languageNames[one]}
              </option>
            ))}
          </SelectField>
        </div>
        <RoleChoice legend={t(($) => $.settings.members.role)} roleMay={roleMay} chosen={typed?.role ?? 'MEMBER'} />
        <TextAreaField
          id="message"
          label={t(($) => $.settings.invite.message)}
          aside={t(($) => $.settings.optional)}
          hint={t(($) => $.settings.invite.messageHint)}
          error={errorOf('message')}
          name="message"
          rows={2}
          maxLength={500}
          defaultValue={typed?.message ?? ''}
        />
        <Button type="submit" variant="primary" className="justify-self-start" aria-disabled={isSending}>
          {isSending ? t(($) => $.settings.invite.sending) : t(($) => $.settings.invite.send)}
        </Button>
      </Form>
    </Card>
  )
}
