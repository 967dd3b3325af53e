import { Button, ButtonLink, CopyButton } from '@bollard/ui'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

/** Ten codes that are shown this once, to be copied, saved or printed; on paper nothing else of the page appears. */
export function RecoveryCodes({ codes, email }: { codes: readonly string[]; email: string }) {
  const { t } = useTranslation()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
  }, [])
  const text = `${t(($) => $.security.codes.file, { email })}\n\n${codes.join('\n')}\n`
  return (
    <section className="grid gap-5 rounded-lg border border-line-strong bg-surface px-5 py-6 sm:p-8 print:border-0 print:p-0">
      <div className="grid gap-2">
        <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
          {t(($) => $.security.codes.title)}
        </h2>
        <p className="text-ink-2 print:hidden">{t(($) => $.security.codes.about)}</p>
        <p className="hidden text-sm print:block">{t(($) => $.security.codes.file, { email })}</p>
      </div>
      <ol className="grid gap-x-6 gap-y-1.5 rounded-md bg-sunken px-4 py-4 font-mono text-sm sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="break-all">
            {code}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3 print:hidden">
        <CopyButton
          size="normal"
          text={codes.join('\n')}
          texts={{ copy: t(($) => $.elements.copy), copied: t(($) => $.elements.copied) }}
        />
        <ButtonLink
          download="bollard-recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
        >
          {t(($) => $.security.codes.download)}
        </ButtonLink>
        <Button data-needs-js onClick={() => print()}>
          {t(($) => $.security.codes.print)}
        </Button>
        <ButtonLink variant="primary" asChild>
          <Link to=".">{t(($) => $.security.codes.done)}</Link>
        </ButtonLink>
      </div>
    </section>
  )
}
