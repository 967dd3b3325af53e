import { useNonce, useSite } from '@bollard/site-kit'
import { buttonClass } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import island from '../islands/helpful-form.ts?worker&url'

/** One question with two answers. A plain form; with scripts it is sent without leaving the place. */
export function HelpfulForm({ path }: { path: string }) {
  const { t } = useTranslation()
  const { language } = useSite()
  const nonce = useNonce()
  const [search] = useSearchParams()
  const said = search.get('helpful')
  if (said === 'counted' || said === 'failed')
    return <output id="helpful">{t(($) => (said === 'counted' ? $.helpful.thanks : $.helpful.failed))}</output>
  return (
    <helpful-form
      id="helpful"
      data-no-print
      data-thanks={t(($) => $.helpful.thanks)}
      data-failed={t(($) => $.helpful.failed)}
    >
      <form method="post" action={`/${language}/helpful`} className="flex flex-wrap items-center gap-2">
        <input type="hidden" name="path" value={path} />
        <span>{t(($) => $.helpful.question)}</span>
        <button name="answer" value="yes" className={buttonClass({ variant: 'line', size: 'dense' })}>
          {t(($) => $.helpful.yes)}
        </button>
        <button name="answer" value="no" className={buttonClass({ variant: 'line', size: 'dense' })}>
          {t(($) => $.helpful.no)}
        </button>
      </form>
      <script type="module" src={island} nonce={nonce} async />
    </helpful-form>
  )
}
