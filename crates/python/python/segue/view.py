"""A clip in three dimensions, inside a notebook: one small page that needs nothing else."""

from __future__ import annotations

import base64
import html
import json
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from .clip import Clip

#: Frames that are shown at most a second, and altogether.
RATE_HZ, MOST = 30.0, 900


class View:
    """A clip as a page."""

    def __init__(self, clip: Clip, *, height: int = 360) -> None:
        self.clip, self.height = clip, height

    def page(self) -> str:
        """The whole page, to save or to show."""
        clip = self.clip
        step = max(1, round(clip.rate_hz / RATE_HZ), -(-len(clip) // MOST))
        places = clip.positions()[::step]
        centre = places[:, 0].mean(axis=0) * [1, 0, 1]
        size = max(1e-6, float(np.abs(places - centre).max()))
        packed = np.round((places - centre) / size * 32000).astype("<i2")
        data = {
            "name": clip.name, "secs": step / clip.rate_hz, "size": size, "frames": len(places),
            "parents": [-1 if joint.parent is None else joint.parent for joint in clip.joints],
            "places": base64.b64encode(packed.tobytes()).decode(),
        }  # fmt: skip
        return PAGE.replace("DATA", json.dumps(data).replace("</", "<\\/"))

    def __repr__(self) -> str:
        return f"View({self.clip!r})"

    def _repr_html_(self) -> str:
        page = html.escape(self.page(), quote=True)
        return (
            f'<iframe srcdoc="{page}" sandbox="allow-scripts" title="{html.escape(self.clip.name)}" '
            f'style="width:100%;height:{self.height}px;border:0"></iframe>'
        )


PAGE = """<!doctype html><meta charset="utf-8"><style>
html,body{margin:0;height:100%;background:#f6f6f4;font:13px system-ui,sans-serif}
canvas{display:block;width:100%;height:calc(100% - 34px);touch-action:none;cursor:grab}
form{height:34px;display:flex;gap:8px;align-items:center;padding:0 8px;box-sizing:border-box}input{flex:1}
</style><canvas></canvas><form><button type="button">Pause</button><input type="range" min="0" value="0"
aria-label="time"><output></output></form><script>
const clip=DATA,raw=Uint8Array.from(atob(clip.places),c=>c.charCodeAt(0)),xyz=new Int16Array(raw.buffer);
const joints=clip.parents.length,canvas=document.querySelector("canvas"),pen=canvas.getContext("2d");
const bar=document.querySelector("input"),button=document.querySelector("button"),out=document.querySelector("output");
bar.max=clip.frames-1;let turn=0.6,tilt=0.35,frame=0,plays=true,before=null;
const at=(f,j)=>{const i=3*(f*joints+j),k=clip.size/32000;return[xyz[i]*k,xyz[i+1]*k,xyz[i+2]*k]};
function project([x,y,z],[cx,cz]){x-=cx;z-=cz;const c=Math.cos(turn),s=Math.sin(turn),X=c*x-s*z,Z=s*x+c*z;
const Y=Math.cos(tilt)*(y-0.9)-Math.sin(tilt)*Z,k=canvas.height/2.6;return[canvas.width/2+k*X,canvas.height/2-k*Y]}
function line(a,b){pen.beginPath();pen.moveTo(...a);pen.lineTo(...b);pen.stroke()}
function draw(){const f=Math.round(frame),r=at(f,0),eye=[r[0],r[2]],dpr=devicePixelRatio||1;
canvas.width=canvas.clientWidth*dpr;canvas.height=canvas.clientHeight*dpr;pen.lineCap="round";
pen.strokeStyle="#d5d5d0";pen.lineWidth=dpr;const gx=Math.round(r[0]),gz=Math.round(r[2]);
for(let i=-3;i<=3;i++){line(project([gx+i,0,gz-3],eye),project([gx+i,0,gz+3],eye));
line(project([gx-3,0,gz+i],eye),project([gx+3,0,gz+i],eye))}
pen.strokeStyle="#c9792b";pen.beginPath();for(let i=0;i<clip.frames;i++){const p=at(i,0);p[1]=0;pen.lineTo(...project(p,eye))}
pen.stroke();pen.strokeStyle="#25506f";pen.lineWidth=5*dpr;
clip.parents.forEach((p,j)=>{if(p>=0)line(project(at(f,p),eye),project(at(f,j),eye))});
bar.value=f;out.textContent=(f*clip.secs).toFixed(2)+" s"}
function tick(now){if(plays&&before!==null){frame=(frame+(now-before)/1000/clip.secs)%clip.frames;
if(frame>clip.frames-1)frame=0}before=now;draw();requestAnimationFrame(tick)}
bar.oninput=()=>{plays=false;button.textContent="Play";frame=+bar.value};
button.onclick=()=>{plays=!plays;button.textContent=plays?"Pause":"Play"};
canvas.onpointermove=e=>{if(e.buttons){turn+=e.movementX*0.01;tilt=Math.min(1.5,Math.max(-0.2,tilt+e.movementY*0.01))}};
requestAnimationFrame(tick)</script>"""
