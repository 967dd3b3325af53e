/** The same function three times: as it is shipped, with its lines back, and with names and reasons that somebody has put in again. */
export const stages = {
  shipped:
    'function a(b){var c=b.map(function(d){return d.at}),e=[];for(var f=1;f<c.length;f++)e.push(c[f]-c[f-1]);return e.length>4&&e.every(function(g){return Math.abs(g-e[0])<2})?!0:!1}',
  named: `/** Whether somebody types as evenly as only a program does. */
function isTypedByProgram(keystrokes) {
  const times = keystrokes.map((keystroke) => keystroke.at)
  const pauses = []
  for (let index = 1; index < times.length; index++) pauses.push(times[index] - times[index - 1])
  // Five pauses that differ by less than two milliseconds: no hand does that.
  return pauses.length > 4 && pauses.every((pause) => Math.abs(pause - pauses[0]) < 2)
}`,
} as const
