import { ButtonLink } from '@bollard/ui'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { pathInLanguage } from '../site/language-path.ts'
import { MessagePage } from './message-page.tsx'
import { PageHead } from './page-head.tsx'
import { useSite } from './site-context.tsx'

const attemptsMax = 5
const pauseMs = 10

/** Leads on from an address without a language that a link within the site went to, by the specification five times at most. */
export function RedirectPage() {
  const { t } = useTranslation()
  const { language } = useSite()
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const [attempt, setAttempt] = useState(0)
  const target = `${pathInLanguage(pathname, language)}${search}${hash}`
  useEffect(() => {
    if (attempt === attemptsMax) return
    const timer = setTimeout(() => {
      void navigate(target, { replace: true })
      setAttempt(attempt + 1)
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [attempt, navigate, target])
  return (
    <>
      <PageHead hidden title={`${t(($) => $.structure.redirect.title)} · Bollard`} />
      <MessagePage
        title={t(($) => $.structure.redirect.title)}
        subtitle={t(($) => $.structure.redirect.subtitle)}
        actions={
          <ButtonLink variant="primary" href={target}>
            {t(($) => $.structure.redirect.action)}
          </ButtonLink>
        }
      />
    </>
  )
}
