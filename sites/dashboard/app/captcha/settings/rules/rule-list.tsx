import { useFormats } from '@bollard/site-kit'
import type { StoredRuleDto } from '@bollard/contracts'
import { classNames, Icon, IconButton, Pill } from '@bollard/ui'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSolution } from '../../../solution/use-solution.ts'
import { useSections } from '../../../sections/use-sections.ts'
import { isExpired } from './read-rule.ts'
import { moved, type RuleOrder } from './rule-order.ts'
import { sayInput } from './say-input.ts'
import { useRuleWords } from './use-rule-words.ts'

interface RuleListProps {
  rules: readonly StoredRuleDto[]
  /** As the form shows it first. */
  order: RuleOrder
  /** When the page was loaded. */
  now: number
}

/**
 * Rules in the order in which they are asked. It is changed by dragging, by the buttons of a rule, or with Alt and the arrow keys while
 * something of it has the focus; without scripts by the buttons, which save it at once. Part of the form that saves the order.
 */
export function RuleList({ rules, order: shown, now }: RuleListProps) {
  const { t } = useTranslation()
  const { mayChange } = useSections()
  const [order, setOrder] = useState(shown)
  const [said, setSaid] = useState('')
  const [dragged, setDragged] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const wasOrdered = useRef(order)
  useEffect(() => {
    if (wasOrdered.current === order) return
    wasOrdered.current = order
    sayInput(field.current)
  }, [order])
  const byId = new Map(rules.map((rule) => [rule.id, rule]))
  const move = (id: string, by: number) => {
    const next = moved(order, id, by)
    if (next === order) return
    setOrder(next)
    setSaid(
      t(($) => $.rules.movedTo, {
        name: byId.get(id)?.name ?? '',
        position: next.indexOf(id) + 1,
        count: next.length,
      }),
    )
  }
  const dragProps = (id: string) => ({
    onDragOver: (event: DragEvent) => {
      if (dragged === null) return
      event.preventDefault()
      if (dragged !== id) setOrder(moved(order, dragged, order.indexOf(id) - order.indexOf(dragged)))
    },
    onDrop: (event: DragEvent) => event.preventDefault(),
  })
  return (
    <>
      <input ref={field} type="hidden" name="order" value={order.join(' ')} />
      <output className="sr-only">{said}</output>
      <ol className="-mx-5 grid border-t border-line sm:-mx-6">
        {order.map((id, index) => {
          const rule = byId.get(id)
          return rule === undefined ? null : (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the controls within it have the focus
            <li
              key={id}
              {...(mayChange ? dragProps(id) : {})}
              onKeyDown={(event) => {
                const by = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined
                if (by === undefined || !mayChange) return
                event.preventDefault()
                move(id, by)
              }}
              className={classNames(
                'grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 gap-y-2 border-b border-line px-5 py-4 sm:grid-cols-[auto_minmax(0,1fr)_auto] sm:px-6',
                dragged === id && 'bg-amber-wash',
              )}
            >
              <span className="tabular flex items-center gap-1.5 pt-0.5 text-sm text-ink-3">
                {mayChange ? (
                  <span
                    data-needs-js
                    aria-hidden="true"
                    draggable
                    onDragStart={(event) => {
                      event.dataTransfer.effectAllowed = 'move'
                      setDragged(id)
                    }}
                    onDragEnd={() => setDragged(null)}
                    title={t(($) => $.rules.drag)}
                    className="cursor-grab touch:hidden"
                  >
                    <Icon name="menu" />
                  </span>
                ) : null}
                {index + 1}
              </span>
              <RuleRow rule={rule} now={now} />
              {mayChange ? (
                <span className="col-start-2 flex gap-1 sm:col-start-3">
                  {(
                    [
                      [-1, 'up', index === 0],
                      [1, 'down', index === order.length - 1],
                    ] as const
                  ).map(([by, direction, isEnd]) => (
                    <IconButton
                      key={direction}
                      type="submit"
                      name="move"
                      value={`${id} ${by}`}
                      label={t(($) => $.rules.move[direction], { name: rule.name })}
                      // Not disabled: the focus stays on it when the rule has arrived.
                      aria-disabled={isEnd}
                      onClick={(event) => {
                        event.preventDefault()
                        move(id, by)
                      }}
                      className={isEnd ? 'opacity-40' : ''}
                    >
                      <Icon name="chevron-down" className={classNames('size-4', by === -1 && 'rotate-180')} />
                    </IconButton>
                  ))}
                </span>
              ) : null}
            </li>
          )
        })}
      </ol>
    </>
  )
}

function RuleRow({ rule, now }: { rule: StoredRuleDto; now: number }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const words = useRuleWords()
  const { base } = useSolution()
  const { id, name, enabled, dryRun, expiresAt, hits, dryRunHits, lastHitAt } = rule
  const log = `${base}/captcha/verifications?ruleId=${id}`
  return (
    <div className="grid min-w-0 gap-1.5">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <Link to={`${base}/captcha/settings/rules/${id}`} className="text-link font-[560] [overflow-wrap:anywhere]">
          {name}
        </Link>
        {enabled ? null : <Pill>{t(($) => $.rules.states.disabled)}</Pill>}
        {enabled && dryRun ? <Pill meaning="info">{t(($) => $.rules.states.dryRun)}</Pill> : null}
        {isExpired(rule, now) ? <Pill meaning="doubt">{t(($) => $.rules.states.expired)}</Pill> : null}
      </p>
      <p className="text-sm [overflow-wrap:anywhere] text-ink-2">{words.sentence(rule)}</p>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-3">
        {hits === 0 && dryRunHits === 0 ? <span>{t(($) => $.rules.noHits)}</span> : null}
        {hits > 0 ? (
          <Link to={log} className="text-link">
            {t(($) => $.rules.hits, { count: hits, shown: formats.whole(hits) })}
          </Link>
        ) : null}
        {dryRunHits > 0 ? (
          <span>{t(($) => $.rules.dryRunHits, { count: dryRunHits, shown: formats.whole(dryRunHits) })}</span>
        ) : null}
        {lastHitAt === null ? null : <span>{t(($) => $.rules.lastHit, { time: formats.moment(lastHitAt) })}</span>}
        {expiresAt === null || isExpired(rule, now) ? null : (
          <span>{t(($) => $.rules.expires, { time: formats.moment(expiresAt) })}</span>
        )}
      </p>
    </div>
  )
}
