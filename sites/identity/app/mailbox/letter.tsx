import { Card, SegmentedControl, SegmentedItem } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { addressWith, letterChoice } from './letter-choice.ts'

interface LetterProps {
  readonly text: string
  /** Left out for a mail that was never sent. */
  readonly source?: string
  /** The address of the designed mail. */
  readonly frame: string
}

/** A mail as designed, as text and as it travelled; as designed, by day or by night, on a desk or in a hand. */
export function Letter({ text, source, frame }: LetterProps) {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const { view, colours, width } = letterChoice(search)
  const shown = view === 'source' && source === undefined ? 'html' : view
  return (
    <Card padded={false} className="overflow-hidden">
      <div className="flex flex-wrap gap-x-4 gap-y-2.5 border-b border-line px-4 py-3 sm:px-5">
        <SegmentedControl label={t(($) => $.mailbox.view)} className="me-auto">
          <Choice current={shown === 'html'} to={addressWith(search, 'view', 'html')}>
            {t(($) => $.mailbox.html)}
          </Choice>
          <Choice current={shown === 'text'} to={addressWith(search, 'view', 'text')}>
            {t(($) => $.mailbox.text)}
          </Choice>
          {source === undefined ? null : (
            <Choice current={shown === 'source'} to={addressWith(search, 'view', 'source')}>
              {t(($) => $.mailbox.source)}
            </Choice>
          )}
        </SegmentedControl>
        {shown === 'html' ? (
          <>
            <SegmentedControl label={t(($) => $.mailbox.colours)}>
              <Choice current={colours === 'light'} to={addressWith(search, 'colours', 'light')}>
                {t(($) => $.mailbox.light)}
              </Choice>
              <Choice current={colours === 'dark'} to={addressWith(search, 'colours', 'dark')}>
                {t(($) => $.mailbox.dark)}
              </Choice>
            </SegmentedControl>
            <SegmentedControl label={t(($) => $.mailbox.width)} className="max-sm:hidden">
              <Choice current={width === 'desktop'} to={addressWith(search, 'width', 'desktop')}>
                {t(($) => $.mailbox.desktop)}
              </Choice>
              <Choice current={width === 'phone'} to={addressWith(search, 'width', 'phone')}>
                {t(($) => $.mailbox.phone)}
              </Choice>
            </SegmentedControl>
          </>
        ) : null}
      </div>
      {shown === 'html' ? (
        <div className="bg-sunken">
          {/* Without any permission: a mail may show itself and nothing else. */}
          <iframe
            key={`${colours} ${width}`}
            sandbox=""
            src={`${frame}?colours=${colours}`}
            title={t(($) => $.mailbox.html)}
            className={`mx-auto block h-[56rem] w-full bg-surface ${width === 'phone' ? 'max-w-[22.5rem]' : ''}`}
          />
        </div>
      ) : (
        <pre
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboards must reach a scrolling region
          tabIndex={0}
          className={`overflow-x-auto px-5 py-4 font-mono text-sm ${shown === 'source' ? '' : 'wrap-anywhere whitespace-pre-wrap'}`}
        >
          {shown === 'source' ? source : text}
        </pre>
      )}
    </Card>
  )
}

function Choice({ current, to, children }: { current: boolean; to: string; children: string }) {
  return (
    <SegmentedItem asChild current={current}>
      <Link to={to} preventScrollReset replace>
        {children}
      </Link>
    </SegmentedItem>
  )
}
