import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseJson, applyEdits, valueOf } from '#kernel';
import { aCall, aChat, anInterceptor, collect, documentOf, framesOf, outgoing, aDelta, aFinish, DONE, textOf } from './testing/a-call.js';
const E='jane@example.com', I='DE89 3704 0044 0532 0130 00';
const ic = anInterceptor();
const toks: string[] = [];
for (const v of [E, I, 'acme']) { const c = await ic.enter(aCall('tokenize', { gw: { remove: ['acme'] }, ...aChat(v) })); toks.push((JSON.parse(outgoing(c)) as {messages:[{content:string}]}).messages[0].content); }
console.log(toks);
const word = fc.constantFrom(E,'Jane@Example.com',I,'de89370400440532013000','acme','ACME','Acmé','a cme','_','_1','_2','__','\\_','\\u005f','%5F','%5f3','-2',' ','\\','"','\n','é','𝄞','\ud800',...toks,...toks.map(t=>t.slice(-6)),...toks.map(t=>t.toLowerCase()),'EMAIL','EMAIL_','email ','IBAN-','REMOVAL_TERM_','IMIĘ_','X_','x','9','F','n','<','.','@','谢','\u200b',"'s");
const text = fc.array(word,{maxLength:9}).map(w=>w.join(''));

const frag = fc.constantFrom(...toks, ...toks.map(t=>t+'_2'), ...toks.map(t=>t.replaceAll('_','\\_')), ...toks.map(t=>t.replaceAll('_','%5F').toLowerCase()), ...toks.map(t=>t.replaceAll('_','\\u005f')), ...toks.map(t=>t.replaceAll('_',' ').toLowerCase()), ...toks.flatMap(t=>[t.slice(0,3),t.slice(0,7),t.slice(0,-2),t.slice(-6),t.slice(-6,-3)]),'E','e','R','removal','TERM','_','__','\\','%','%5','F','f','\\u0','05f','-',' ','IMIĘ_','A'.repeat(39),'B'.repeat(20),'"','x','2','é','\n','.');
const text2 = fc.array(frag,{maxLength:10}).map(w=>w.join(''));
const run = async (type: 'text'|'args', parts: string[]) => { const sc = await ic.enter(aCall('tokenize', { gw: { remove: ['acme'] }, messages: [{content: E+' Jane@Example.com '+I+' acme ACME'}] }, {isStreaming: true})); const p= type==='text'?'0/text':'0/tool/0'; return textOf(await collect(ic.watch(sc, framesOf([...parts.map(d=>aDelta(type,p,d)),aFinish(),DONE]))),p); };
it('cut', {timeout: 500000}, async () => {
  await fc.assert(fc.asyncProperty(text2, fc.array(fc.nat(), {maxLength: 10}), fc.constantFrom('text','args') as fc.Arbitrary<'text'|'args'>, fc.boolean(), async (a, cuts, type, q) => {
    const s = q ? JSON.stringify({[a]: a}) : a; const at=[0,...cuts.map(c=>c%(s.length+1)),s.length].sort((x,y)=>x-y);
    const whole = await run(type,[s]);
    expect(await run(type, at.slice(1).map((e,i)=>s.slice(at[i],e)))).toBe(whole);
    expect(await run(type, s.split(''))).toBe(whole);
    if (q && type==='args') JSON.parse(whole);
  }), {numRuns: 30000});
});
