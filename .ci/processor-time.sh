# Sourced: tells how much of this machine its host has given to others since then.

# Hundredths of a second of all processors since the machine began: asked for, and of those, given to other machines by the host.
processor_time() {
  local user nice system irq softirq steal
  read -r _ user nice system _ _ irq softirq steal _ </proc/stat
  echo $((user + nice + system + irq + softirq + steal)) "$steal"
}
read -r asked_then stolen_then < <(processor_time)

# Has the host given a third of what was asked for to others?
is_starved() {
  local asked stolen
  read -r asked stolen < <(processor_time)
  ((3 * (stolen - stolen_then) > asked - asked_then))
}
