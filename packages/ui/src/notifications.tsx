import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'
import { remainingPercent } from './notification-progress.ts'

export type NotificationType = 'INFO' | 'SUCCESS' | 'WARNING' | 'DANGER'
export interface Notification {
  type: NotificationType
  title: string
  description?: string
  /** Display time in seconds; without it 6, and for DANGER until it is closed. */
  displaySeconds?: number
}
export interface NotificationTexts {
  /** Name of the whole stack. */
  region: string
  dismiss: string
  types: Record<NotificationType, string>
}

/** A notification that was shown. */
export interface PastNotification extends Notification {
  id: number
  at: Date
}
/** So many are kept to be read again, until the page is loaded anew. */
const keptMax = 20

const NotifyContext = createContext<(notification: Notification) => void>(() => {})
const HistoryContext = createContext<readonly PastNotification[]>([])

/** Shows a notification in the stack of the nearest NotificationStack. */
export function useNotify(): (notification: Notification) => void {
  return useContext(NotifyContext)
}

/** The last twenty notifications of the nearest NotificationStack, the newest first. */
export function useNotificationHistory(): readonly PastNotification[] {
  return useContext(HistoryContext)
}

/** Holds the stack of toasts for everything inside it. Each goes by itself, or on close; pointing at it stops the clock. */
export function NotificationStack({ texts, children }: { texts: NotificationTexts; children: ReactNode }) {
  const [shown, setShown] = useState<readonly (Notification & { id: number })[]>([])
  const [history, setHistory] = useState<readonly PastNotification[]>([])
  const counter = useRef(0)
  const notify = useCallback((notification: Notification) => {
    const told = { ...notification, id: ++counter.current, at: new Date() }
    setShown((before) => [...before.slice(-4), told])
    setHistory((before) => [told, ...before].slice(0, keptMax))
  }, [])
  const dismiss = useCallback((id: number) => setShown((before) => before.filter((one) => one.id !== id)), [])
  return (
    <NotifyContext value={notify}>
      <HistoryContext value={history}>{children}</HistoryContext>
      <section
        aria-label={texts.region}
        className="pointer-events-none fixed right-4 bottom-4 z-50 grid w-[min(23rem,calc(100vw-2rem))] gap-2.5"
      >
        {shown.map((one) => (
          <Toast key={one.id} notification={one} texts={texts} onDone={() => dismiss(one.id)} />
        ))}
      </section>
    </NotifyContext>
  )
}

const looks: Record<NotificationType, { icon: IconName; mark: string; bar: string }> = {
  INFO: { icon: 'info', mark: 'bg-info-wash text-info', bar: 'bg-info' },
  SUCCESS: { icon: 'check', mark: 'bg-human-wash text-human', bar: 'bg-human' },
  WARNING: { icon: 'alert', mark: 'bg-doubt-wash text-doubt', bar: 'bg-doubt' },
  DANGER: { icon: 'alert', mark: 'bg-bot-wash text-bot', bar: 'bg-bot' },
}

function Toast({
  notification,
  texts,
  onDone,
}: {
  notification: Notification
  texts: NotificationTexts
  onDone: () => void
}) {
  const { type, title, description } = notification
  const seconds = notification.displaySeconds ?? (type === 'DANGER' ? null : 6)
  const [paused, setPaused] = useState(false)
  const bar = useCountdown(seconds, paused, onDone)
  const look = looks[type]
  const pausing = useMemo(
    () => ({
      onMouseEnter: () => setPaused(true),
      onMouseLeave: () => setPaused(false),
      onFocus: () => setPaused(true),
      onBlur: () => setPaused(false),
    }),
    [],
  )
  return (
    <div
      role={type === 'DANGER' ? 'alert' : 'status'}
      data-slot="toast"
      className="pointer-events-auto overflow-hidden rounded-md border border-line bg-surface shadow-float"
      {...pausing}
    >
      <div className="flex items-start gap-3 p-3">
        <span className={classNames('grid size-7 shrink-0 place-items-center rounded-dense', look.mark)}>
          <Icon name={look.icon} />
        </span>
        <div className="mr-auto pt-0.5 text-sm">
          <p className="font-[560]">
            <span className="sr-only">{texts.types[type]}: </span>
            {title}
          </p>
          {description ? <p className="text-ink-2">{description}</p> : null}
        </div>
        <IconButton label={texts.dismiss} onClick={onDone} className="-mt-1 -mr-1">
          <Icon name="close" />
        </IconButton>
      </div>
      {seconds === null ? null : (
        <div ref={bar} aria-hidden="true" className={classNames('h-[3px] w-full origin-left rounded-post', look.bar)} />
      )}
    </div>
  )
}

/** Runs the bar down by itself, outside of React's rendering, and calls `onDone` at zero. */
function useCountdown(seconds: number | null, paused: boolean, onDone: () => void) {
  const bar = useRef<HTMLDivElement>(null)
  const elapsed = useRef(0)
  const done = useEffectEvent(onDone)
  useEffect(() => {
    if (seconds === null || paused) return
    let before = performance.now()
    let frame = requestAnimationFrame(function step(now) {
      elapsed.current += now - before
      before = now
      const percent = remainingPercent(elapsed.current, seconds)
      if (bar.current) bar.current.style.transform = `scaleX(${percent / 100})`
      if (percent <= 0) done()
      else frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [seconds, paused])
  return bar
}
