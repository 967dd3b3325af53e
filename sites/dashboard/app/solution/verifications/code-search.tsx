import { Button, ButtonLink, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form, Link } from 'react-router'

interface CodeSearchProps {
  /** What was searched for; empty for nothing. */
  code: string
  /** It is neither a reference code nor a whole id. */
  isWrong: boolean
}

/** Finds the visitor who quotes a reference code. A plain GET: it works without scripts, and the result has an address to pass on. */
export function CodeSearch({ code, isWrong }: CodeSearchProps) {
  const { t } = useTranslation()
  return (
    <search className="mb-4 block">
      <Form method="get" className="flex flex-wrap items-start gap-3">
        <TextField
          className="min-w-44 flex-1 sm:max-w-md"
          label={t(($) => $.log.code)}
          hint={t(($) => $.log.codeHint)}
          error={isWrong ? t(($) => $.log.codeWrong) : undefined}
          name="verificationId"
          type="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={80}
          required
          defaultValue={code}
        />
        <div className="mt-[1.625rem] flex gap-2.5">
          <Button type="submit">{t(($) => $.log.find)}</Button>
          {code === '' ? null : (
            <ButtonLink asChild variant="quiet">
              <Link to="?">{t(($) => $.log.emptyFilterAction)}</Link>
            </ButtonLink>
          )}
        </div>
      </Form>
    </search>
  )
}
