# Samples under the names that the pages give to captures.
for name in walk walk-left walk-right jog jog-left jog-right sneak sneak-left sneak-right run leap; do
    segue convert -q sample:$name $name.bvh
done
for name in walk jog run; do segue convert -q sample:$name $name.glb; done
segue convert -q sample:kick-low low.bvh
segue convert -q sample:kick middle.bvh
segue convert -q sample:kick-high high.bvh
segue convert -q sample:walk-stiff calm.bvh
segue convert -q sample:walk plain.bvh
segue convert -q sample:walk-swagger wild.bvh
printf '0,0,0,0,1,0,0,0,0,0\n2,0,0,0,0,0,0,1,0,0\n' > direction.csv

mkdir hero captures reaches
segue convert -q sample:walk hero/Walk.bvh
segue convert -q sample:run hero/Run.bvh
segue convert -q hero/Walk.bvh hero/Run.bvh hero.glb
segue convert -q sample:take-kicks captures/kicks.bvh
segue convert -q sample:side-kick captures/144_13.bvh
segue convert -q sample:walk captures/walks.bvh
echo '144_13  kick' > trials.txt
for name in reach reach-high reach-low reach-knee reach-far; do segue convert -q sample:$name reaches/$name.bvh; done

segue library new -q moves.segue
segue library add -q moves.segue captures/
segue index -q moves.segue
cp moves.segue kicks.segue
segue parametric from -q moves.segue --query kicks@83-231 --measure 'ankle.r @apex' -o kick.segue-param
