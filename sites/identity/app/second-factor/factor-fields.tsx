import type { ShownProblem } from '@bollard/site-kit'
import { TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { OrDivider } from '../forms/or-divider.tsx'
import { PasskeyButton } from '../passkey/passkey-button.tsx'
import type { Factor } from './factors-named-by.ts'

/** A second factor inside another form: one field for whichever code is at hand, and a button for a passkey. */
export function FactorFields({ factors, problem }: { factors: readonly Factor[]; problem: ShownProblem | null | undefined }) {
  const { t } = useTranslation()
  const hasCode = factors.includes('TOTP') || factors.includes('RECOVERY_CODE')
  return (
    <>
      {hasCode ? (
        <TextField
          id="factorCode"
          label={factors.includes('TOTP') ? t(($) => $.secondFactor.anyCode) : t(($) => $.secondFactor.recoveryCode)}
          hint={t(($) => $.secondFactor.anyCodeHint)}
          error={problem?.code === 'code-invalid' ? t(($) => $.secondFactor.codeCheck) : undefined}
          name="factorCode"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={80}
        />
      ) : null}
      {factors.includes('PASSKEY') ? (
        <div data-needs-js className="grid gap-4">
          <PasskeyButton label={t(($) => $.secondFactor.passkey)} />
          {hasCode ? <OrDivider word={t(($) => $.signIn.or)} /> : null}
        </div>
      ) : null}
    </>
  )
}
