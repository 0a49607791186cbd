// Test support: a thousand texts that an attacker might store as a source in order to write, each attack in several
// disguises. Used to test every engine.
import { sourceTextProblem } from "#contract/source-text.ts";
import type { WarehouseProvider } from "#contract/warehouse-providers.ts";

/** Statements that would change or drop a table, or read data that the service must not see. */
const attacks = (victim: string) => [
  `drop table ${victim}`,
  `delete from ${victim}`,
  `delete from ${victim} returning *`,
  `truncate table ${victim}`,
  `update ${victim} set a = 0`,
  `insert into ${victim} values (9)`,
  `insert into ${victim} select * from ${victim}`,
  `merge into ${victim} t using ${victim} s on t.a = s.a when matched then delete`,
  `alter table ${victim} add column b int`,
  `alter table ${victim} rename to gone`,
  `create table stolen as select * from ${victim}`,
  `create or replace view ${victim} as select 1`,
  `grant all on ${victim} to public`,
  `revoke all on ${victim} from public`,
  `copy ${victim} to '/tmp/stolen'`,
  `call drop_everything()`,
  `vacuum ${victim}`,
  `begin transaction`,
];

/** Disguises intended to get a statement past the validation of a text. */
const carriers: readonly ((attack: string) => string)[] = [
  (attack) => attack,
  (attack) => `select 1; ${attack}`,
  (attack) => `select 1;${attack};`,
  (attack) => `select 1) s; ${attack}; --`,
  (attack) => `select 1) s; ${attack}; select * from (select 1`,
  (attack) => `select 1 /* ' */) s; ${attack}; --'`,
  (attack) => `select 'a\\') s; ${attack}; --'`,
  (attack) => `select 'a\\'' ) s; ${attack}; --'`,
  (attack) => `select E'a\\') s; ${attack}; --'`,
  (attack) => `select "a\\") s; ${attack}; --"`,
  (attack) => `select $$a$$) s; ${attack}; --`,
  (attack) => `select $x$ $$ ' $x$; ${attack}; --'`,
  (attack) => `select 1 -- \r) s; ${attack}; --`,
  (attack) => `select 1 --\u2028; ${attack}`,
  (attack) => `select /* /* */ 1; ${attack} -- */`,
  (attack) => `select /* */ 1 */ ; ${attack}`,
  (attack) => `select '''; ${attack}; --`,
  (attack) => `select \`a\`) s; ${attack}; --`,
  (attack) => `select 1\u0000; ${attack}`,
  (attack) => `with d as (${attack}) select * from d`,
  (attack) => `with recursive d as (${attack}), e as (select 1) select * from e`,
  (attack) => `select * from (${attack}) d`,
  (attack) => `select (${attack})`,
  (attack) => `select exists (${attack})`,
  (attack) => `explain analyze ${attack}`,
  (attack) => `do $$ begin ${attack}; end $$`,
  (attack) => `declare x int; ${attack}`,
  (attack) => `select 1 ->> ${attack}`,
  (attack) => `${attack} where 1 = (select 1)`,
  (attack) => `(select 1); ${attack}`,
  (attack) => `values (1); ${attack}`,
  (attack) => `{ ${attack} }`,
];

/** Statements that begin with SELECT but have side effects. */
const selects = (victim: string) => [
  `select * into stolen from ${victim}`,
  `select a into stolen from ${victim} where a > 0`,
  `select * from ${victim} for update`,
  `select * from ${victim} for no key update`,
  `select * from ${victim} for share`,
  `select * from ${victim} for key share skip locked`,
  `select lo_import('/etc/passwd')`,
  `select lo_export(1, '/tmp/stolen')`,
  `select pg_read_file('/etc/passwd')`,
  `select pg_sleep(1)`,
  `select pg_terminate_backend(pid) from pg_stat_activity`,
  `select "pg_terminate_backend"(pid) from pg_stat_activity`,
  `select pg_catalog.pg_cancel_backend(1)`,
  `select set_config('transaction_read_only', 'off', false)`,
  `select setval('some_sequence', 1)`,
  `select nextval('some_sequence')`,
  `select dblink('dbname=x', 'drop table ${victim}')`,
  `select dblink_exec('dbname=x', 'drop table ${victim}')`,
  `select query_to_xml('delete from ${victim} returning *', true, true, '')`,
  `select * from read_csv('/etc/passwd')`,
  `select * from read_text('/etc/passwd')`,
  `select * from glob('/etc/*')`,
  `select getenv('HOME')`,
  `select * from table(system.query(query => 'drop table ${victim}'))`,
  `select * from external_query('x', 'drop table ${victim}')`,
  `select * from query('drop table ${victim}')`,
  `select system$abort_session(1)`,
  `select * from table(result_scan(last_query_id()))`,
  `select $1`,
  `select '$1'`,
];

const upper = (text: string) => text.toUpperCase();
const mixed = (text: string) =>
  text.replaceAll(/[a-z]/g, (char, index: number) => (index % 2 ? char.toUpperCase() : char));
const commented = (text: string) => text.replaceAll(" ", "/**/");
const spread = (text: string) => text.replaceAll(" ", "\n\t");

/** Returns at least a thousand distinct texts. */
export function hostileTexts(victim: string): string[] {
  const plain = [
    ...attacks(victim).flatMap((attack) => carriers.map((carry) => carry(attack))),
    ...selects(victim).flatMap((text) => [text, spread(text), commented(text)]),
  ];
  const disguised = plain.flatMap((text, index) => [
    text,
    [upper, mixed, spread, commented][index % 4]?.(text) ?? text,
  ]);
  return [...new Set(disguised)];
}

/** Returns the texts that are accepted as a source of the engine; there should be none. */
export const takenTexts = (provider: WarehouseProvider, victim: string) =>
  hostileTexts(victim).filter((text) => sourceTextProblem(text, provider) === undefined);

/**
 * Runs the texts unvalidated, `atOnce` at a time, and returns how many the engine executed. The caller also checks that
 * the victim is unchanged.
 */
export async function attackWith(victim: string, run: (text: string) => Promise<unknown>, atOnce = 1) {
  let ran = 0;
  const left = hostileTexts(victim);
  const attack = async () => {
    for (let text = left.pop(); text !== undefined; text = left.pop())
      await run(`select * from (\n${text}\n) s limit 1`).then(
        () => (ran += 1),
        () => undefined,
      );
  };
  await Promise.all(Array.from({ length: atOnce }, attack));
  return ran;
}
