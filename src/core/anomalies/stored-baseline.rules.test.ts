import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../platform/iso-instant.ts';
import { examine, OF_GRANT, OF_PRINCIPAL } from './anomaly.rules.ts';
import { learn } from './anomaly-baseline.rules.ts';
import { learnVolume } from './anomaly-volume.rules.ts';
import { packBaseline, packVolume, unpackBaseline, unpackVolume } from './stored-baseline.rules.ts';

const DAY = 20_600;
const at = (day: number, hour = 9) => day * DAY_MS + hour * 3_600_000;

describe('the form of before', () => {
  const former = {
    events: 40,
    first_at: at(DAY - 60),
    last_at: at(DAY - 1),
    first_admin_at: at(DAY - 10),
    networks: { '10.0.0.0/24': DAY - 1 },
    hours: Array.from({ length: 24 }, (_, hour) => (hour === 9 ? 40 : 0)),
    trials: { 'hour 3': { day: DAY - 2, mask: 1 } },
  };
  const formerVolume = JSON.stringify([40, [0, 0, 0, 0, 0, 0, 40]]);
  const kinds = (network: string, hour: number, rows_returned: number) => {
    const principal = unpackBaseline(former);
    const volume = unpackVolume(formerVolume);
    const event = { at: at(DAY, hour), asset_id: 'a', action: 'grant_role', network, rows_returned };
    learn(principal, event);
    learnVolume(volume, event.at, rows_returned);
    const findings = examine(event, [...OF_PRINCIPAL, ...OF_GRANT], { asset_id: 'a', principal, volume });
    return findings.flatMap(({ signal }) => signal?.kind ?? []);
  };

  it('still knows what is usual', () => {
    expect(kinds('10.0.0.0/24', 9, 100)).toEqual([]);
    expect(kinds('10.0.7.0/24', 3, 90_000)).toEqual(['new_network', 'unusual_hour', 'volume_spike']);
  });

  it('with too little in it knows nothing', () => {
    const few = { ...former, events: 19, first_at: null, last_at: null };
    expect(unpackBaseline(few).early).toEqual([]);
    expect(unpackBaseline({ ...few, last_at: at(DAY) }).early).toEqual([DAY]);
    expect(unpackVolume('[19,[0,0,0,19]]').early).toEqual([]);
  });
});

it('stays small, also of somebody who comes from everywhere', () => {
  const office = unpackBaseline(packBaseline(unpackBaseline({ e: [], s: [], h: {}, n: {} })));
  const traveller = unpackBaseline({ e: [], s: [], h: {}, n: {} });
  for (let day = 0; day < 700; day++) {
    for (let hour = 0; hour < 24; hour++) {
      const event = { asset_id: 'a', action: 'query', rows_returned: null };
      if (hour > 7 && hour < 18) learn(office, { ...event, at: at(DAY + day, hour), network: '10.0.0.0/24' });
      learn(traveller, { ...event, at: at(DAY + day, hour), network: `10.${day % 256}.${hour}.0/24` });
    }
  }
  expect(JSON.stringify(packBaseline(office)).length).toBeLessThan(300);
  expect(JSON.stringify(packBaseline(traveller)).length).toBeLessThan(1_300);
  expect(traveller.networks.size).toBe(32);
});

it('the volume of a grant is a few dozen bytes', () => {
  const volume = unpackVolume('[[],{}]');
  for (let day = 0; day < 400; day++) learnVolume(volume, at(DAY + day), 2 ** (day % 12));
  expect(packVolume(volume).length).toBeLessThan(180);
  expect(packVolume(unpackVolume(packVolume(volume)))).toBe(packVolume(volume));
});
