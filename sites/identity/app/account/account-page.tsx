import { PageHead } from '@bollard/site-kit'
import { ButtonLink } from '@bollard/ui'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { AskedProof } from '../prove/do-proven.server.ts'
import { ProveForm } from '../prove/prove-form.tsx'

interface AccountPageProps {
  title: string
  subtitle?: ReactNode
  /** While set, the page asks for a proof; what it shows otherwise stays in place, unseen. */
  asked?: AskedProof | null | undefined
  children: ReactNode
}

/** Title and content of a page of the account. */
export function AccountPage({ title, subtitle, asked, children }: AccountPageProps) {
  return (
    <>
      <PageHead hidden title={`${title} · Bollard`} />
      {asked ? <AskProof asked={asked} /> : null}
      <div hidden={Boolean(asked)} className={asked ? '' : 'grid gap-6'}>
        <div className="grid gap-2 print:hidden">
          <h1 className="text-[1.75rem] break-words hyphens-auto">{title}</h1>
          {subtitle ? <p className="max-w-[38rem] text-ink-2">{subtitle}</p> : null}
        </div>
        {children}
      </div>
    </>
  )
}

/** Takes focus when it appears, so that nobody wonders where the page went. */
function AskProof({ asked }: { asked: AskedProof }) {
  const { t } = useTranslation()
  const heading = useRef<HTMLHeadingElement>(null)
  const isFirst = asked.tried === null
  useEffect(() => {
    if (isFirst) heading.current?.focus()
  }, [isFirst])
  return (
    <section className="grid max-w-[27rem] gap-6 rounded-lg border border-line-strong bg-surface px-5 py-6 sm:p-8">
      <div className="grid gap-2">
        <h1 ref={heading} tabIndex={-1} className="text-xl outline-none">
          {t(($) => $.prove.title)}
        </h1>
        <p className="text-ink-2">{t(($) => $.prove.inPlace)}</p>
      </div>
      <ProveForm asked={asked} />
      <ButtonLink variant="quiet" wide asChild>
        <Link to=".">{t(($) => $.elements.cancel)}</Link>
      </ButtonLink>
    </section>
  )
}
