import { locales } from '@bollard/i18n'
import { ModuleScript, useSite } from '@bollard/site-kit'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'

/** Name of the field in which the widget sends its token. */
export const captchaField = 'bollard-response'

/**
 * Tells React that the children of the element are not its own. The widget may have put some there before React takes the page over;
 * React would otherwise throw the whole page away and draw it anew, and with it what somebody has typed already.
 */
const ownChildren = { dangerouslySetInnerHTML: { __html: '' }, suppressHydrationWarning: true }

/**
 * Our own captcha inside a form, where the deployment protects it. Each answer of the server, `answer`, has used the token up, so
 * that the widget starts over.
 */
export function CaptchaCheck({ answer }: { answer: unknown }) {
  const { t } = useTranslation()
  const { captchaSiteKey, urls, language } = useSite()
  const widget = useRef<HTMLElement>(null)
  useEffect(() => {
    const element = widget.current
    if (answer && element && 'reset' in element && typeof element.reset === 'function') element.reset()
  }, [answer])
  if (captchaSiteKey === null) return null
  return (
    <>
      <ModuleScript src={`${urls.api}/widget.js`} />
      <bollard-captcha
        ref={widget}
        sitekey={captchaSiteKey}
        api-url={urls.api}
        language={locales[language]}
        full-width=""
        class="block min-h-[62px]"
        {...ownChildren}
      />
      <noscript>
        <p className="rounded-md border border-line bg-sunken px-4 py-3 text-sm text-ink-2">
          {t(($) => $.captcha.noScript)}
        </p>
      </noscript>
    </>
  )
}
