import type { DemoAvailability } from '@bollard/contracts'

/** Hours as lines such as `1 09:00-12:00`, the first figure being the day: 1 is Monday. */
export function writeHours(hours: DemoAvailability['hours']): string {
  return hours.map(({ weekday, from, to }) => `${weekday} ${from}-${to}`).join('\n')
}

/** What the form says, in the shape of the contract; a line that is none of hours stays one that the contract refuses. */
export function readAvailability(typed: Readonly<Record<string, string>>): object {
  const linesOf = (name: string) => (typed[name] ?? '').split('\n').map((line) => line.trim()).filter((line) => line !== '')
  const numberOf = (name: string) => Number(typed[name] ?? Number.NaN)
  return {
    timezone: typed['timezone'] ?? '',
    hours: linesOf('hours').map((line) => {
      const [, weekday, from = '', to = ''] = /^([1-7])\s+([\d:]+)\s*[-–]\s*([\d:]+)$/u.exec(line) ?? []
      return { weekday: Number(weekday ?? 0), from, to }
    }),
    slotMinutes: numberOf('slotMinutes'),
    noticeHours: numberOf('noticeHours'),
    horizonDays: numberOf('horizonDays'),
    daysOff: linesOf('daysOff'),
    meetingUrl: typed['meetingUrl'] || null,
  }
}
