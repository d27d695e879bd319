import type { InjectionKind } from '#call';
import { phraseOf, PhraseBook, type Phrase } from './phrase.js';

/**
 * What is said to a model and hardly ever to a person, by language, in small letters without accents. Written for few
 * false finds: that somebody is told to do something is no finding, since half of all manuals do; who is told, and of
 * what orders and tools, is.
 */
type Lists = readonly (readonly [score: number, phrases: readonly string[]])[];

/** Whom no text of people speaks to. */
const MODEL = 'ai|llm|llms|chatbot*|chatgpt|gpt|gpt-4|copilot';

/** What is to be read as data is not to be obeyed: so say tools that bring what others wrote. */
const WARNED_OF =
  '..4 in|inside|within ..3 it|them|content|contents|data|page|pages|result|results|text|file|files|document|documents|output|outputs|boundaries|block|tags|markers|website';

const ENGLISH: Lists = [
  [
    0.9,
    [
      'ignore|disregard|forget|override|bypass|neglect|discard|dismiss ..4 previous|prior|above|earlier|preceding|foregoing|original|initial|existing|your|system ..3 instruction*|prompt|prompts|directive*|guardrail*|programming',
      `ignore|disregard|forget|override ..2 all|any|every|everything ..2 instruction*|directive*|guardrail* ! ${WARNED_OF}`,
      "do not|don't|never|stop follow|following|obey|obeying ..3 previous|prior|above|original|your|system ..2 instruction*|prompt*|rules|guidelines",
      "don't|never|stop follow|following|obey|obeying ..3 previous|prior|above|original|your|system ..2 instruction*|prompt*|rules|guidelines",
    ],
  ],
  [
    0.85,
    [
      'ignore|disregard|forget|override|bypass ..3 previous|prior|your|safety ..2 rules|guidelines|policies|restrictions|training|role|task|tasks',
      'disregard|forget|ignore everything|anything|whatever ..2 above|before|previously|earlier|prior|said|told',
      'you are no longer ..4 assistant|ai|bound|restricted|limited|claude|chatgpt',
      `new|updated|revised|real|actual|secret|urgent instruction*|directive*|orders for|to ..2 assistant|agent|model|system|${MODEL}`,
      'new|updated|revised|real|actual system instruction*|prompt*|directive*',
      `instruction*|directive*|note|message|notice|reminder|memo for|to ..1 ${MODEL} ..2 assistant*|agent*|model*|system*|bot|summari*|reading|processing|only|tools`,
      'instruction*|directive*|message|note for|to the ai|llm|chatbot|model ..1 ignore|stop|do|please|you|override|always|never|call|recommend|say|approve',
      'to the ai|llm|chatbot|model|assistant ..1 that|which|who reads|summari*|processes|reviews|evaluates|analy*',
      'to the ai|assistant|llm reading|processing|summari*|handling',
      'this is an important message from me ..9 to you',
      'before you can solve|answer|complete|finish the|my task|question|request ..2 that|i',
    ],
  ],
  [
    0.8,
    [
      'you are now ..3 unrestricted|jailbroken|uncensored|unfiltered|dan|evil|developer|root|hacker|pirate',
      `dear|attention|hey|hello ${MODEL}`,
      'dear|attention|hey|hello ..1 ai|language|virtual assistant|model|agent',
      'your real|actual|true|only|new|sole task|goal|objective|mission|purpose|instruction*|directive* ..1 is|are',
      'reveal|print|output|repeat|display|disclose|leak|dump|quote|expose|show|send|return|include ..3 system|hidden|initial prompt|prompts|instruction*',
      'reveal|print|output|repeat|display|disclose|leak|dump|quote|expose ..2 your ..3 instruction*|prompt*|rules|guidelines|configuration',
      'send|forward|upload|email|exfiltrate|transmit|leak|submit|report ..5 conversation|transcript|prompt|inbox|secrets ..9 @',
      'system override|instruction|directive|prompt ..1 you|override|begin|start|ignore|new|update',
      'from now on ..1 the ..1 assistant|ai|model|chatbot must|will|should|shall',
      'this|these rule|instruction|rules|instructions|message|order ..1 has|have|takes|take|overrides|override ..1 priority|precedence|all|any|every ..4 user|users|your|other|previous|request|instructions',
      'treat|consider ..1 this|these ..3 message|instruction|order|command ..1 of|from ..2 developer|system|administrator|user',
      'stop|abandon|abort|pause|interrupt the|your|this current|original|present|previous task',
      'all ..2 environment|secrets|tokens|credentials|passwords ..4 you know|have|see|hold',
    ],
  ],
  [
    0.75,
    [
      `if you|you're|youre ..1 are ..1 an|a ${MODEL}|language|automated|virtual ..1 assistant|model|agent|system|bot|reading|summari*|processing`,
      `if you're|youre ..1 an|a ${MODEL}|language|automated|virtual ..1 assistant|model|agent|system|bot|reading|summari*|processing`,
      'as an|the ai|llm|chatbot ..1 assistant|model|agent|system|ai you must|should|shall|are|have|need|will',
      'as an ai|llm you must|should|shall|are|have|need|will',
      'as a|the language|helpful model|assistant you must|should|shall|are|have|need|will',
      `${MODEL}|language ..1 assistant*|model*|agent*|system* ..1 reading|processing|summari*|handling|parsing|reviewing|analy* ..2 this|the`,
      `${MODEL}|language assistant*|model*|agent* must|shall ..5 user|response|answer|instruction*|reply|tool*|summary`,
      'from now on ..1 you ..2 act|respond|answer|behave|obey|ignore|pretend|speak|reply|follow|assist',
      "not|never|don't|without tell|telling|inform|informing|alert|notify|warn ..1 user|human",
      "not|never|don't ..1 mention|reveal|disclose|say|explain|show ..3 to ..1 user|human",
      'keep ..3 secret|hidden|confidential from ..1 user|human',
      'pretend|imagine ..2 are|be ..2 ai|chatbot|unrestricted|unfiltered|jailbroken',
      'enter|activate|enable|switch ..3 dan|jailbreak|god|unrestricted|unfiltered mode',
      'end of ..2 document|data|context|email|result|results|content|input new|system|instruction*',
      'regardless|matter ..1 what ..1 user asks|says|wants|writes',
      'respond|reply|answer only|exclusively with ..3 exact|following ..2 and ..3 nothing ..2 else',
      'rate|score|rank|evaluate|recommend|describe ..3 this|candidate|product|paper|resume|cv ..3 as ..3 best|highest|perfect|top ..8 regardless|ignore|ignoring|instruction*',
      'the user|users|owner ..1 already|has agreed|approved|confirmed|consented|authorised|authorized ..4 no|so|not|without|skip',
      "assistant|chatbot must|should|shall|has ..2 omit|ignore|grant|approve|close|transfer|recommend|state|claim|say|answer|rate|delete|forward|send|disregard|skip|never|always|only|not ..9 user|users|user's|administrator|rights|confirmation|negative",
      'ignore|ignoring|disregard ..1 all other criteria|candidates|rules|instructions|requests|sources',
    ],
  ],
];

const TOOLS: Lists = [
  [
    0.8,
    [
      'before|prior ..2 using|calling|invoking|use|call|running|executing ..2 this|any|other|another|the ..2 tool*|function* ..8 read|cat|open|send|access|retrieve|fetch|upload ..9 pass|send|include|content*|otherwise|provide|parameter|argument',
      "otherwise ..1 tool|function ..1 will|wont|won't ..2 work|fail|function",
      'all|any|every ..2 emails|messages|transactions|payments|transfers ..3 must|should|shall ..2 sent|forwarded|routed|copied|redirected ..4 @',
      'this tool|function replaces|overrides|supersedes|deprecates ..6 tool*|function*',
      "not|never|don't ..1 mention|tell|reveal|disclose|explain ..5 tool|function|parameter|sidenote ..5 user",
      'when|whenever ..3 send_email|send_message|send_payment|transfer ..2 tool|function|available|called|used ..6 always|instead|must|change|also|bcc|cc',
      'also|always|must ..1 pass|include|send|append|add ..4 conversation|chat|transcript|history|context|prompt ..6 parameter|argument|field|note|sidenote|tool',
      'when|whenever|if this tool|function ..2 available|present|exists|installed ..2 tool|function ..4 must|always|should|use',
      'complete|whole|entire|full ..1 conversation|chat|history|transcript|context ..8 parameter|argument|field|note|sidenote',
      'before every|any|all|each ..1 other tool|tools|function',
      'wenn|falls|solange dieses|dieser werkzeug|tool ..3 vorhanden|verfugbar|gibt|installiert ..2 muss|soll|ist',
      'gesamt*|vollstandig*|ganze* ..1 konversation|unterhaltung|gesprach*|verlauf|chatverlauf ..8 parameter|argument|feld|werkzeug',
      'texte|contenu|historique ..2 complet|integral|entier ..3 conversation',
      'siempre|cuando|si ..2 exista|existe|disponible ..2 herramienta ..3 herramienta|funcion|debe',
      'conversacion|historial ..1 completa|completo|entera ..6 parametro|argumento|campo',
      'intera|completa conversazione ..6 parametro|argomento|campo',
      'conversa|historico ..1 completa|completo|inteira ..6 parametro|argumento|campo',
      'hele|volledige gesprek|conversatie|chat ..6 parameter|argument|veld',
      'cala|pelna|pelny|calej ..1 rozmow*|konwersacj*|histori* ..6 parametr*|argument*|pol*',
      'lees|lezen voordat je deze|de|dit tool|functie|hulpmiddel ..9 inhoud|parameter|bestand',
    ],
  ],
];

const GERMAN: Lists = [
  [
    0.9,
    [
      'ignorier*|missacht*|vergiss|vergesst|vergessen|verwirf|verwerfen|uberschreib*|umgeh* ..4 vorherig*|bisherig*|obig*|fruher*|vorangegangen*|vorig*|alle|deine|deiner|ursprunglich*|system* ..4 anweisung*|instruktion*|befehl|befehle|systemprompt|prompt*|systemanweisung*|direktiv* ! darin|daraus',
      'neue|neuen|geanderte|aktualisierte|geheime|wichtige anweisung*|instruktion*|systemanweisung*|befehle ..1 fur|an ..3 ki|assistent*|agent*|sprachmodell*|chatbot*|llm',
    ],
  ],
  [
    0.8,
    [
      'ignorier*|missacht*|vergiss|vergesst ..3 vorherig*|bisherig*|obig*|deine ..3 regeln|vorgaben|richtlinien|aufgabe*|vorschriften|einschrankung*',
      'vergiss|vergesst|ignorier* alles ..2 bisher*|vorher|zuvor|obig*|davor|oben|gesagt*|was',
      'du bist ab|jetzt|nun ..3 ki|assistent|kein|keine|uneingeschrankt*|hacker|frei|entwickler*',
      'zeig*|gib|nenn*|verrat*|wiederhol*|schreib*|sende|schick*|offenbar* ..4 systemprompt|systemanweisung*|systemnachricht|initialprompt|anfangsprompt',
      'dein|deine neue|neues|eigentliche|wahre|wirkliche|einzige|neuer aufgabe|ziel|auftrag|anweisung* ..1 ist|lautet|lauten|besteht',
      'sende|schick*|leite|ubermittl*|maile ..5 gesprach*|unterhaltung|konversation|verlauf|chatverlauf|kontext|systemprompt|passworter ..9 @',
      'liebe|lieber|hallo|achtung|hey ki|sprachmodell|chatbot|chatgpt|assistenzsystem',
      'an|fur die kunstliche intelligenz|ki',
      'an die ki|sprachmodelle|llm die|welche|das',
      'an das sprachmodell|modell|llm das|welches',
      'diese regel|anweisung|vorgabe hat ..1 vorrang|prioritat',
      'ab jetzt|sofort ..1 muss|soll|wird der|die|das assistent|ki|modell|chatbot',
    ],
  ],
  [
    0.75,
    [
      'hinweis|nachricht|anweisung*|mitteilung|notiz|aufforderung an|fur ..2 ki|sprachmodell*|chatbot*|llm* ..1 assistent*|system*|modell*|agent*|die|das|der|welche',
      'wenn|falls|sofern du|sie ..1 ein|eine|als ..1 ki|sprachmodell|chatbot|llm|sprachassistent',
      'als ki|sprachmodell|chatbot ..2 musst|sollst|hast|bist|wirst du',
      'egal|gleich was ..1 nutzer*|benutzer* fragt|sagt|will|mochte|schreibt',
      'ab sofort|jetzt|nun ..1 bist|antworte|antwortest|musst|sollst|handelst|gehorchst ..1 du|nur|ausschliesslich|immer',
      'sag|sage|sagen|teile|teilen|erzahl*|verrat*|informier*|erwahn*|zeig* ..3 nutzer*|benutzer*|anwender* ..3 nicht|nichts|davon|niemals',
      'ohne ..3 nutzer*|benutzer*|anwender* ..3 sagen|mitzuteilen|erwahnen|informieren',
      'ki|sprachmodell*|llm* ..1 assistent*|system*|modell*|agent* ..1 mussen|muss|sollen|soll ..6 antwort*|anweisung*|nutzer*|zusammenfass*|ausgeben',
      'vor|bevor ..4 werkzeug*|tool|tools|funktion ..4 benutz*|verwend*|aufruf* ..6 lies|lese|sende|ubergib|offne ..9 inhalt*|parameter|argument|datei',
      'assistent|ki|chatbot muss|soll|hat ..3 jede|jeder|alle|immer|nur|niemals|auf|antworten|ignorieren|gewahren ..9 administratorrechte|adminrechte|rechte|egal',
      'ignorier* alle|samtliche anderen|ubrigen kriterien|regeln|vorgaben|anweisungen|bewerber*|quellen',
    ],
  ],
];

const FRENCH: Lists = [
  [
    0.9,
    [
      'ignore|ignorez|ignorer|oublie|oubliez|oublier|neglige|negligez|outrepasse* ..3 instruction*|consignes|directives|ordres|prompt* ..4 precedent*|anterieur*|ci-dessus|dessus|initiales|systeme|recues|donnees',
      'ignore|ignorez|oublie|oubliez ..2 tes|vos|toutes|anciennes ..2 instruction*|consignes|directives|prompt*',
      'ignore|ignorez|oublie|oubliez ..3 precedent*|anterieur* ..1 instruction*|consignes|directives',
      'ne tiens|tenez|tenir ..1 pas|plus|aucun compte ..4 instruction*|consignes|directives',
    ],
  ],
  [
    0.8,
    [
      "nouvelle|nouvelles|vraies|veritables instruction*|consignes|directives ..1 pour|a|destinees ..2 ia|l'ia|assistant*|l'assistant|agent|l'agent|modele|chatbot",
      'ignore|ignorez|oublie|oubliez tout ..3 precede|avant|dessus|dit',
      'tu|vous es|etes desormais|maintenant ..3 ia|sans|illimite*|libre|pirate|hacker|developpeur',
      'affiche*|revele*|montre*|donne*|envoie*|envoyez|repete*|ecris|divulgue* ..4 prompt|invite|instruction*|message systeme|initial*|cache*',
      'ta|votre|ton nouvelle|vraie|veritable|seule|nouveau|seul tache|mission|objectif|but|consigne ..1 est|consiste',
      "envoie|envoyez|transmets|transmettez|transfere* ..5 conversation|historique|l'historique|contexte|prompt|discussion ..9 @",
      "cher|chere|bonjour|attention ia|l'ia|chatbot|chatgpt",
      "a|pour l'ia qui|chargee|lisant",
      "message|note|instruction*|avis ..1 a|pour|destine* ..1 l'intelligence artificielle",
      "cette|ces regle|consigne|instruction* ..3 priorite|prioritaire*|prevaut|prime ..4 utilisateur*|l'utilisateur|autres|demande",
    ],
  ],
  [
    0.75,
    [
      "message|note|instruction*|avis|consigne* ..1 pour|a|aux|destine*|l'attention ..3 l'ia|ia|ias|llm*|chatbot*|d'ia",
      'si tu|vous es|etes ..1 un|une ..1 ia|modele|llm|chatbot|assistant',
      "en tant qu'ia|qu'assistant|que ..1 ia|modele|assistant ..2 tu|vous ..1 dois|devez|es|etes",
      "importe|quoi ..2 que ..1 l'utilisateur demande|dit|dise|veut|ecrit|ecrive",
      'a partir de maintenant|present ..2 tu|vous|reponds|repondez ..2 dois|devez|es|etes|reponds|repondez|agis|uniquement|toujours',
      "ne|n'en dis|dites|dit|mentionne*|revele*|informe*|previen*|parle* ..2 pas|rien|jamais|surtout ..4 l'utilisateur|utilisateur*",
      "sans ..3 dire|informer|prevenir|mentionner|avertir ..2 l'utilisateur|utilisateur",
      "l'ia|ia|assistants|modeles|agents ..2 doit|doivent ..6 reponse|l'utilisateur|instruction*|resume|repondre",
      "avant d'utiliser|d'appeler|utiliser ..3 outil|l'outil|fonction ..6 lis|lire|lisez|envoie|envoyez|ouvre|transmets ..9 contenu|parametre|fichier",
      "l'assistant|l'ia doit ..2 ignorer|accorder|fermer|toujours|omettre|repondre|approuver|valider|recommander|ne ..9 utilisateur*|l'utilisateur|droits|confirmation|d'administrateur",
      'ignore|ignorez|ignorer ..2 autres criteres|consignes|regles|instructions|candidat*',
    ],
  ],
];

const SPANISH: Lists = [
  [
    0.9,
    [
      'ignora|ignore|ignoren|ignorar|olvida|olvide|olvidar|omite|omita|descarta|descarte|desestima ..4 instrucciones|indicaciones|directrices|directivas|ordenes|prompt* ..3 anterior*|previ*|precedente*|arriba|inicial*|sistema|recibid*',
      'ignora|ignore|olvida|olvide ..2 tus|todas ..3 instrucciones|directrices|directivas',
      'ignora|ignore|olvida|olvide ..3 anterior*|previ* ..1 instrucciones|indicaciones|directrices',
    ],
  ],
  [
    0.8,
    [
      'nuevas|verdaderas instrucciones|directrices|ordenes para ..2 ia|asistente|agente|modelo|chatbot',
      'ignora|ignore|olvida|olvide todo lo ..2 anterior|dicho|previo',
      'ahora eres ..3 ia|sin|hacker|libre|desarrollador|otro|otra',
      'revela|revele|muestra|muestre|imprime|envia|envie|repite|divulga ..4 prompt|instrucciones|mensaje ..1 sistema|inicial*|ocult*|secret*',
      'tu nueva|verdadera|unica|nuevo|verdadero|unico tarea|mision|objetivo|instruccion ..1 es|consiste',
      'envia|envie|reenvia|reenvie|manda|transmite ..5 conversacion|historial|contexto|prompt ..9 @',
      'estimada|estimado|hola|atencion ia|chatbot|chatgpt',
      'mensaje|nota|aviso|instruccion* a|para la inteligencia artificial',
      'a la ia que lee|analiza|revisa|procesa|lea|analice|revise|resum*|evalua|evalue',
      'esta|estas regla|instruccion|norma|instrucciones ..3 prioridad|prevalece* ..5 usuario|demas|otras|anteriores',
      'caso omiso de ..2 normas|instrucciones|reglas|directrices|indicaciones',
    ],
  ],
  [
    0.75,
    [
      'instruccion*|nota|mensaje|aviso para|a ..2 ia|ias|llm*|chatbot*',
      'si eres|es ..1 un|una ia|modelo|llm|chatbot|asistente',
      'como ia|modelo|asistente ..3 debes|eres|tienes',
      'diga|importar ..4 diga|que el usuario',
      'a partir de ahora ..1 eres|debes|responde|responderas|actua|actuaras|seras',
      'no|nunca|jamas ..1 digas|diga|informes|informe|menciones|mencione|reveles|revele|avises|avise|cuentes ..4 usuario*',
      'sin ..2 decir*|informar*|mencionar*|avisar* ..3 usuario',
      'ia|asistentes|modelos|agentes ..2 debe|deben ..6 respuesta|usuario|instrucciones|resumen|responder',
      'antes de usar|utilizar|llamar|invocar ..3 herramienta|funcion ..6 lee|lea|leer|envia|abre ..9 contenido|parametro|archivo',
      'asistente|ia debe ..2 cerrar|ignorar|conceder|aprobar|responder|omitir|siempre|recomendar|dar ..9 usuario*|derechos|permisos|solo|confirmacion|administrador',
      'ignora|ignore|ignorar ..2 demas|otros criterios|candidatos|normas|reglas',
    ],
  ],
];

const ITALIAN: Lists = [
  [
    0.9,
    [
      'ignora|ignorate|ignori|ignorare|dimentica|dimenticate|dimentichi|trascura|tralascia ..4 istruzioni|indicazioni|direttive|ordini|prompt* ..3 precedent*|sopra|inizial*|sistema|ricevut*',
      'ignora|ignorate|ignori|dimentica|dimenticate ..2 tue|tutte|vostre ..3 istruzioni|direttive',
      'ignora|ignorate|dimentica ..3 precedent* ..1 istruzioni|indicazioni|direttive',
    ],
  ],
  [
    0.8,
    [
      "nuove|vere istruzioni|direttive|ordini per ..2 ia|ai|l'ia|l'ai|l'assistente|assistente|agente|l'agente|modello|chatbot",
      'ignora|dimentica tutto ..3 precedent*|detto|sopra|prima',
      'ora|adesso sei ..3 ia|ai|senza|hacker|libero|sviluppatore',
      'rivela|rivelate|mostra|mostrate|stampa|invia|inviate|ripeti|divulga ..4 prompt|istruzioni|messaggio ..1 sistema|inizial*|nascost*|segret*',
      'il|la tuo|tua nuovo|nuova|vero|vera|unico|unica compito|obiettivo|missione|istruzione ..1 e|consiste',
      'invia|inviate|inoltra|inoltrate|manda|trasmetti ..5 conversazione|cronologia|contesto|prompt ..9 @',
      'cara|caro|ciao|attenzione ia|ai|chatbot|chatgpt',
      "all'ia|all'ai che legge|valuta|analizza|elabora|esamina|riassume",
      "messaggio|nota|avviso|istruzion* all'|per ..1 intelligenza|l'intelligenza|all'intelligenza artificiale",
      "messaggio|nota|avviso all'intelligenza artificiale",
      'questa|queste regola|istruzione|istruzioni ..3 priorita|prevale* ..5 utente|altre|altri|precedenti',
    ],
  ],
  [
    0.75,
    [
      "istruzion*|nota|messaggio|avviso per|a ..2 ia|l'ia|l'ai|all'ia|all'ai|llm*|chatbot*",
      "se sei un|una|un'ia ..1 ia|ai|modello|llm|chatbot|assistente|intelligenza",
      'in quanto|come ia|ai|modello|assistente ..2 devi|sei|dovete',
      'da ora|adesso in|poi ..2 sei|devi|rispondi|rispondete|agisci|sarai|poi',
      "non|mai ..1 dire|dirlo|dica|informare|informi|menzionare|rivelare|avvisare|avvertire|parlarne ..4 utente|all'utente|l'utente|utenti",
      "senza ..2 dire|dirlo|informare|menzionare|avvisare ..3 utente|all'utente|l'utente",
      'prima di usare|utilizzare|chiamare|invocare ..3 strumento|funzione ..6 leggi|leggere|invia|apri ..9 contenuto|parametro|file',
      "l'assistente|assistente|l'ia deve ..2 concedere|ignorare|approvare|chiudere|rispondere|omettere|sempre|raccomandare|dare ..9 utente|l'utente|diritti|permessi|conferma|amministratore",
      'ignorare|ignora ..1 gli|le|tutti|tutte altri|altre ..1 criteri|regole|istruzioni|candidati',
    ],
  ],
];

const PORTUGUESE: Lists = [
  [
    0.9,
    [
      'ignore|ignora|ignorem|ignorar|esqueca|esquece|esquecer|desconsidere|desconsiderar|despreze ..4 instrucoes|orientacoes|diretrizes|ordens|prompt* ..3 anterior*|previ*|acima|inicia*|sistema|recebid*',
      'ignore|ignora|esqueca|esquece|desconsidere ..2 tuas|suas|todas ..3 instrucoes|diretrizes|orientacoes',
    ],
  ],
  [
    0.8,
    [
      'novas|verdadeiras instrucoes|diretrizes|ordens para ..2 ia|assistente|agente|modelo|chatbot',
      'ignore|esqueca|esquece tudo ..3 anterior*|dito|acima|antes',
      'agora voce|tu e|es ..3 ia|sem|hacker|livre|desenvolvedor',
      'revele|revela|mostre|mostra|imprima|envie|envia|repita|divulgue ..4 prompt|instrucoes|mensagem ..1 sistema|inicia*|ocult*|secret*',
      'sua|tua|seu|teu nova|verdadeira|unica|novo|verdadeiro|unico tarefa|missao|objetivo|instrucao ..1 e|consiste',
      'envie|envia|encaminhe|encaminha|mande|transmita ..5 conversa|historico|contexto|prompt ..9 @',
      'cara|caro|ola|atencao ia|chatbot|chatgpt',
      'mensagem|nota|aviso|instruc* a|para ..1 inteligencia artificial',
      'a ia que le|analisa|processa|ler|analise|avalia|resume',
      'esta|estas regra|instrucao|norma ..3 prioridade|prevalece* ..5 usuario|utilizador|outras|anteriores',
      'desconsidere|ignore|despreze ..2 regras|normas|instrucoes que ..1 recebeu|recebeste|foram|deram',
    ],
  ],
  [
    0.75,
    [
      'instruc*|nota|mensagem|aviso para|a ..2 ia|ias|llm*|chatbot*',
      'se voce|tu e|es|for|fores ..1 um|uma ia|modelo|llm|chatbot|assistente',
      'como ia|modelo|assistente ..3 deve|deves|e|tem',
      'a partir de agora ..2 e|es|deve|deves|responda|responde|aja|sera',
      'nao|nunca|jamais ..1 diga|digas|informe|informes|mencione|menciones|revele|reveles|avise|avises|conte ..4 usuario*|utilizador*',
      'sem ..2 dizer|informar|mencionar|avisar ..3 usuario|utilizador',
      'antes de usar|utilizar|chamar|invocar ..3 ferramenta|funcao ..6 leia|le|ler|envie|abra ..9 conteudo|parametro|ficheiro|arquivo',
      'assistente|ia deve ..2 conceder|ignorar|aprovar|fechar|responder|omitir|sempre|recomendar|dar ..9 usuario*|utilizador*|direitos|permissoes|confirmacao|administrador',
      'ignorar|ignore ..2 demais|outros|outras criterios|candidatos|regras',
    ],
  ],
];

const DUTCH: Lists = [
  [
    0.9,
    [
      'negeer|negeert|negeren|vergeet|overschrijf|omzeil ..4 vorige|eerdere|voorgaande|bovenstaande|alle|jouw|je|oorspronkelijke ..3 instructie*|aanwijzingen|opdrachten|prompt*|systeemprompt|richtlijnen|systeeminstructie*',
    ],
  ],
  [
    0.8,
    [
      'nieuwe|echte|gewijzigde instructie*|opdrachten|richtlijnen voor|aan ..2 ai|assistent*|agent*|taalmodel*|chatbot*',
      'negeer|vergeet alles ..3 hierboven|hiervoor|eerder|gezegd|boven|voorgaande',
      'je|jij bent nu ..3 ai|onbeperkt*|zonder|hacker|vrij|ontwikkelaar*',
      'toon|laat|onthul|geef|herhaal|stuur|print ..4 systeemprompt|systeeminstructie*|systeembericht',
      'jouw|je nieuwe|echte|enige|ware taak|doel|opdracht|missie|instructie* ..1 is|luidt',
      'stuur|verzend|mail|verstuur ..5 gesprek|conversatie|geschiedenis|context|systeemprompt ..9 @',
      'beste|hallo|attentie ai|taalmodel|chatbot|chatgpt',
      'aan de ai|taalmodel|llm|chatbot die|dat|welke',
      'aan het taalmodel|model|ai-systeem dat',
      'deze regel|instructie ..3 voorrang|prioriteit ..5 gebruiker|andere|eerdere',
    ],
  ],
  [
    0.75,
    [
      'instructie*|bericht|notitie|opmerking voor|aan ..2 ai|taalmodel*|llm*|chatbot*',
      'als je|jij|u ..1 een ai|taalmodel|llm|chatbot|assistent',
      'als ai|taalmodel|assistent ..2 moet|dien|ben je|jij|u',
      'wat de gebruiker ook',
      'vanaf nu ..1 ben|moet|zul|antwoord|gedraag|reageer ..1 je|jij|u|alleen|altijd',
      'vertel|zeg|meld|informeer|noem|vermeld ..4 gebruiker* ..3 niet|niets|nooit|hierover',
      'zonder ..3 gebruiker* ..4 vertellen|informeren|melden|zeggen',
      'voordat|voor ..3 tool|functie|hulpmiddel ..3 gebruik*|aanroep* ..5 lees|stuur|open ..9 inhoud|parameter|bestand',
      'assistent|ai|chatbot moet ..6 beheerdersrechten|rechten|bevestiging|gebruiker*',
      'andere|overige criteria|regels|instructies|kandidaten ..1 negeren|negeer',
    ],
  ],
];

const POLISH: Lists = [
  [
    0.9,
    [
      'zignoruj*|ignoruj*|ignorowac|zapomnij*|pomin*|odrzuc ..4 poprzedni*|wczesniejsz*|powyzsz*|wszystkie|wszystkich|swoje|swoich|dotychczasow* ..3 instrukcj*|polecen*|wytyczn*|prompt*|rozkaz*|dyrektyw*',
    ],
  ],
  [
    0.8,
    [
      'nowe|nowych|prawdziwe instrukcj*|polecen*|wytyczne dla ..2 ai|asystent*|agent*|model*|chatbot*|sztuczn*',
      'zignoruj|ignoruj|zapomnij wszystk* ..3 powyzej|wczesniej|poprzedni*|dotad|przedtem|co',
      'jestes teraz ..3 ai|bez|hakerem|wolny*|nieograniczon*|programist*',
      'pokaz|ujawnij|wyswietl|powtorz|wyslij|podaj ..4 prompt*|instrukcj*|komunikat ..1 systemow*|systemu|poczatkow*|ukryt*',
      'twoje|twoim|twoj|twoja nowe|nowym|prawdziwe|prawdziwym|jedyne|jedynym|nowy|nowa zadanie|zadaniem|cel|celem|misja ..1 jest|to',
      'wyslij|przeslij|przekaz ..5 rozmow*|konwersacj*|histori*|kontekst*|prompt* ..9 @',
      'droga|drogi|czesc|uwaga ai|chatbot*|chatgpt|llm',
      'do|dla sztucznej inteligencji',
      'do ai|modelu|asystenta ktor*',
      'ta|te zasada|instrukcja|regula|instrukcje ..2 wazniejsz*|priorytet|pierwszenstwo',
      'drogi|droga|szanowny|szanowna|uwaga chatbo*|asystencie|modelu|ai',
    ],
  ],
  [
    0.75,
    [
      'instrukcj*|wiadomosc|notatka|uwaga|komunikat dla ..2 ai|llm*|chatbot*|sztuczn*',
      'jesli|jezeli jestes ..2 ai|asystent*|model*|llm|chatbot*|sztuczn*',
      'jako ai|model|asystent ..3 musisz|powinienes|masz',
      'cokolwiek|niezaleznie ..3 uzytkownik*',
      'od teraz|tej ..2 jestes|musisz|bedziesz|odpowiadaj|zachowuj|chwili',
      'nie|nigdy ..1 mow|informuj|wspominaj|ujawniaj|powiadamiaj|zdradzaj|pokazuj ..4 uzytkownik*',
      'bez ..3 informowania|mowienia|powiadamiania|wiedzy ..2 uzytkownik*',
      'przed|zanim ..3 uzyciem|uzyjesz|wywolaniem|wywolasz ..3 narzedzi*|funkcj* ..6 przeczytaj|odczytaj|wyslij|otworz ..9 zawartosc|parametr*|plik*|tresc',
      'asystent|ai|chatbot musi|ma|powinien ..7 uzytkownik*|uprawnien*|potwierdzen*|administrator*',
      'pomin*|zignoruj*|ignoruj* ..2 inne|pozostale|innych kryteria|kryteriow|zasady|kandydat*',
    ],
  ],
];

const phrasesOf = (kind: InjectionKind, lists: readonly Lists[]): readonly Phrase[] =>
  lists
    .flat()
    .flatMap(([score, phrases]) => phrases.map((written) => phraseOf(kind, score, written)));

export const BOOK = new PhraseBook([
  ...phrasesOf('instruction_in_data', [
    ENGLISH,
    GERMAN,
    FRENCH,
    SPANISH,
    ITALIAN,
    PORTUGUESE,
    DUTCH,
    POLISH,
  ]),
  ...phrasesOf('tool_redefinition', [TOOLS]),
]);
