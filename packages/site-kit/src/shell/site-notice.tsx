import type { ShownNotice } from '../site/notice-text.ts'
import { useSite } from './site-context.tsx'

/** What operators announce for a while, above every page. */
export function SiteNotice() {
  const { notice } = useSite()
  return notice ? <NoticeBar notice={notice} /> : null
}

/** A notice as it stands there. */
export function NoticeBar({ notice: { text, language } }: { notice: ShownNotice }) {
  return (
    <output lang={language} className="block border-b border-doubt/30 bg-doubt-wash px-4 py-2 text-center text-sm">
      {text}
    </output>
  )
}
