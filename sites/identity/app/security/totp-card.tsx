import { ProblemAlert, useFieldErrors, useIsSending } from '@bollard/site-kit'
import { Button, CopyField } from '@bollard/ui'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Form, Link } from 'react-router'
import { CodeField } from '../forms/code-field.tsx'
import type { SecurityAnswer } from './change-security.server.ts'
import { Fold } from './fold.tsx'
import { QrPicture } from './qr-picture.tsx'
import { SecurityCard } from './security-card.tsx'

/** The authenticator app: set up by picture or key, and off again. `since` is a moment in words, or null while it is off. */
export function TotpCard({ since, answer }: { since: string | null; answer: SecurityAnswer | null }) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  const isOn = since !== null
  const setup = isOn ? null : (answer?.totp ?? null)
  return (
    <SecurityCard
      title={t(($) => $.security.totp.title)}
      about={isOn ? t(($) => $.security.totp.since, { when: since }) : t(($) => $.security.totp.about)}
      state={{ isOn, text: isOn ? t(($) => $.security.on) : t(($) => $.security.off) }}
    >
      {setup ? null : <ProblemAlert problem={answer?.problem} />}
      {setup ? <Setup setup={setup} problem={answer?.problem ?? null} /> : null}
      {isOn ? (
        <Fold label={t(($) => $.security.totp.off)}>
          <p className="text-sm text-ink-2">{t(($) => $.security.totp.offAbout)}</p>
          <Form method="post">
            <input type="hidden" name="intent" value="deleteTotp" />
            <Button type="submit" variant="danger" aria-disabled={isSending}>
              {t(($) => $.security.totp.offSubmit)}
            </Button>
          </Form>
        </Fold>
      ) : null}
      {!isOn && !setup ? (
        <Form method="post">
          <input type="hidden" name="intent" value="startTotp" />
          <Button type="submit" aria-disabled={isSending}>
            {t(($) => $.security.totp.start)}
          </Button>
        </Form>
      ) : null}
    </SecurityCard>
  )
}

function Setup({
  setup: { secret, uri, qr },
  problem,
}: {
  setup: NonNullable<SecurityAnswer['totp']>
  problem: SecurityAnswer['problem']
}) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  const { errorOf, formProps } = useFieldErrors(problem, { code: 'six-digits' })
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => {
    top.current?.focus()
  }, [])
  return (
    <div ref={top} tabIndex={-1} className="grid gap-6 border-t border-line pt-5 outline-none">
      <div className="grid items-start gap-6 sm:grid-cols-[auto_minmax(0,1fr)]">
        <QrPicture qr={qr} label={t(($) => $.security.totp.picture)} />
        <div className="grid gap-4">
          <p className="text-sm text-ink-2">{t(($) => $.security.totp.scan)}</p>
          <CopyField
            label={t(($) => $.security.totp.key)}
            value={secret.replaceAll(/(.{4})(?=.)/gu, '$1 ')}
            texts={{ copy: t(($) => $.elements.copy), copied: t(($) => $.elements.copied) }}
          />
          <p className="text-sm text-ink-2">
            <a href={uri} className="text-link inline-block py-2.5">
              {t(($) => $.security.totp.open)}
            </a>
          </p>
        </div>
      </div>
      <Form method="post" className="grid max-w-[27rem] gap-4" {...formProps}>
        <ProblemAlert problem={problem} words={{ 'code-invalid': t(($) => $.security.totp.codeInvalid) }} />
        <input type="hidden" name="intent" value="confirmTotp" />
        <input type="hidden" name="secret" value={secret} />
        <input type="hidden" name="uri" value={uri} />
        <CodeField
          label={t(($) => $.security.totp.code)}
          error={errorOf('code') ?? (problem?.code === 'code-invalid' ? t(($) => $.secondFactor.codeCheck) : undefined)}
          name="code"
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary" aria-disabled={isSending}>
            {t(($) => $.security.totp.confirm)}
          </Button>
          <Link to="." className="inline-flex h-11 items-center px-4 text-ink-2 hover:text-ink">
            {t(($) => $.elements.cancel)}
          </Link>
        </div>
      </Form>
    </div>
  )
}
