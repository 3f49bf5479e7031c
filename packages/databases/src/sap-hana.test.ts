import { type FakeCommand, fakeContext, fakeHost } from '@hostspec/testing';
import { expect, it } from 'vitest';
import { sapHanaSid, sapHanaSidSidNr } from './providers.js';

const listing = `*********************************************************
 CreationClassName , String , SAPInstance
 SID , String , D89
 SystemNumber , String , 88
 InstanceName , String , HDB88
 InstanceType , String , HANA Database
 Hostname , String , hdb88
 FullQualifiedHostname , String , hdb88.example.com
 IPAddress , String , 192.0.2.88
 Level , Int , 0
 SapVersionInfo , String , 749, patch 211, changelist 1754007
*********************************************************
 CreationClassName , String , SAPInstance
 SID , String , D90
 SystemNumber , String , 90
 InstanceName , String , HDB90
 Hostname , String , hdb90
 SapVersionInfo , String , 749, patch 211, changelist 1754007
*********************************************************
 CreationClassName , String , SAPInstance
 SID , String , D90
 SystemNumber , String , 90
 InstanceName , String , HDB90
 Hostname , String , hdb91
*********************************************************
 CreationClassName , String , SAPInstance
 SID , String , D79
 SystemNumber , String , 08
 InstanceName , String , ASCS08
 Hostname , String , ascs08
`;
const evaluate = async (output: FakeCommand | undefined) => {
  const command = '/usr/sap/hostctrl/exe/saphostctrl -function GetCIMObject -enuminstances SAPInstance';
  const host = fakeHost({ commands: output === undefined ? {} : { [command]: output } });
  const sids = await sapHanaSid.definition.evaluate(fakeContext(host));
  const triples = await sapHanaSidSidNr.definition.evaluate(fakeContext(host));
  expect(host.ran).toHaveLength(1);
  return { sids, triples };
};

it('yields the HANA systems, and every instance once, whatever the host is called', async () => {
  expect(await evaluate(listing)).toEqual({
    sids: ['d89', 'd90'],
    triples: [
      ['d89', 'D89', '88'],
      ['d90', 'D90', '90'],
    ],
  });
});

it('leaves out lines and instances that it cannot read', async () => {
  const damaged = `${listing.replace(' Level , Int , 0', 'Level Int 0')}
******
 SID , String , $(reboot)
 SystemNumber , String , 00
 InstanceName , String , HDB00
******
 SID , String , H01
 InstanceName , String , HDB01
`;
  const { sids, triples } = await evaluate(damaged);
  expect(sids).toEqual(['d89', 'd90', 'h01']);
  expect(triples).toHaveLength(2);
});

it.each([
  ['empty', ''],
  ['garbage', '\0,,,\nHDB\n***'],
  [
    'without HANA',
    '******\n SID , String , D79\n SystemNumber , String , 08\n InstanceName , String , ASCS08\n',
  ],
])('says that there is no instance: %s', async (_, output) => {
  const reason = { nothing: 'the SAP host agent names no HANA instance' };
  expect(await evaluate(output)).toEqual({ sids: reason, triples: reason });
});

it.each([
  ['HDB00', true],
  ['00HDB', true],
  ['HDB', true],
  ['XHDB00', false],
  ['HDB00x', false],
  ['ASCS01', false],
])('takes an instance named %s for HANA: %s', async (name, isHana) => {
  const { sids } = await evaluate(
    `******\n SID , String , H01\n SystemNumber , String , 00\n InstanceName , String , ${name}\n`,
  );
  expect(sids).toEqual(isHana ? ['h01'] : { nothing: 'the SAP host agent names no HANA instance' });
});

const instance = (sid: string, number: string, heading = '******', name = 'HDB00') =>
  `${heading}\n SID , String , ${sid}\n SystemNumber , String , ${number}\n InstanceName , String , ${name}\n`;

it('sorts systems, and takes only whole ids and numbers', async () => {
  const listed = [
    instance('H02', '02', '************'),
    instance('H01', '01'),
    instance('-H03', '03'),
    instance('H04;', '04'),
    instance('H05', 'x05'),
    instance('H06', '06x'),
    instance('H07', '', '******'),
  ].join('');
  expect(await evaluate(listed)).toEqual({
    sids: ['h01', 'h02', 'h05', 'h06', 'h07'],
    triples: [
      ['h01', 'H01', '01'],
      ['h02', 'H02', '02'],
    ],
  });
});

it('begins an instance at a line of stars, which more may follow', async () => {
  const { sids } = await evaluate(`${instance('H01', '01')}${instance('H02', '02', '****** next')}`);
  expect(sids).toEqual(['h01', 'h02']);
});

it('says that the agent gave no list', async () => {
  const reason = { nothing: 'the SAP host agent gives no list of instances' };
  expect(await evaluate(undefined)).toEqual({ sids: reason, triples: reason });
  expect(await evaluate({ rc: 1 })).toEqual({ sids: reason, triples: reason });
});
