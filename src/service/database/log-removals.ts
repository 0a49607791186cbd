/** SQL of a number that grows whenever events or exposures are deleted. */
export const removals = `(select cast(coalesce(sum(logged), 0) as bigint) from (
  select logged from log_state where kind = 'undone' union all select logged from log_addition where kind = 'undone'
) as undone)`;
